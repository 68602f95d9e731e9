import { lazyRoute } from '../router/route.js';
import { maintenanceQuery, uiConfigQuery } from './instance-queries.js';

/** What the service is, and its maintenance mode. */
export const instanceRoutes = [
  lazyRoute('/instance', async () => (await import('./instance-page.js')).InstancePage, {
    prefetch: (queries) => void queries.prefetchQuery(uiConfigQuery),
  }),
  lazyRoute('/maintenance', async () => (await import('./maintenance-page.js')).MaintenancePage, {
    prefetch: (queries) => void queries.prefetchQuery(maintenanceQuery),
  }),
];
