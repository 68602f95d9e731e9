import { lazyRoute } from '../../../app/router/route.js';

export const templateRoutes = [
  lazyRoute('/templates', async () => (await import('./templates-page.js')).TemplatesPage),
];
