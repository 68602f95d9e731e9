import { lazyRoute } from '../../../app/router/route.js';

export const auditRoutes = [
  lazyRoute('/audit', async () => (await import('./events-page.js')).EventsPage),
  lazyRoute('/audit/causes', async () => (await import('./culprits-page.js')).CulpritsPage),
  lazyRoute(
    '/audit/checkpoints',
    async () => (await import('./checkpoints-page.js')).CheckpointsPage,
  ),
  lazyRoute('/audit/witnesses', async () => (await import('./witnesses-page.js')).WitnessesPage),
  lazyRoute('/audit/sign-ins', async () => (await import('./sign-ins-page.js')).SignInsPage),
  lazyRoute(
    '/audit/denied-requests',
    async () => (await import('./denied-requests-page.js')).DeniedRequestsPage,
  ),
];
