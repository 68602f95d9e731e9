import { lazyRoute } from '../../../app/router/route.js';

export const contextFieldRoutes = [
  lazyRoute(
    '/context-fields',
    async () => (await import('./context-fields-page.js')).ContextFieldsPage,
  ),
];
