import { lazyRoute } from '../../../app/router/route.js';

export const accessRequestRoutes = [
  lazyRoute(
    '/access-requests',
    async () => (await import('./access-requests-page.js')).AccessRequestsPage,
  ),
];
