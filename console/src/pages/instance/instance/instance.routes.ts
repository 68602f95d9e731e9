import { lazyRoute } from '../../../app/router/route.js';

/** What the service is, and its maintenance mode. */
export const instanceRoutes = [
  lazyRoute('/instance', async () => (await import('./instance-page.js')).InstancePage),
  lazyRoute('/maintenance', async () => (await import('./maintenance-page.js')).MaintenancePage),
];
