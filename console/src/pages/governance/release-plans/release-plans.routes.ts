import { lazyRoute } from '../../../app/router/route.js';
import { TEMPLATE_PATH, TEMPLATES_PATH } from './release-plan-path.js';

export const releasePlanRoutes = [
  lazyRoute(
    TEMPLATES_PATH,
    async () => (await import('./templates/templates-page.js')).TemplatesPage,
  ),
  lazyRoute(TEMPLATE_PATH, async () => (await import('./templates/template-page.js')).TemplatePage),
];
