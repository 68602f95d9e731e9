import { lazyRoute } from '../router/route.js';
import { INTEGRATION_PATH, integrationsQuery } from './integration-queries.js';

/** Integrations and their logs. */
export const integrationRoutes = [
  lazyRoute(
    '/integrations',
    async () => (await import('./integrations-page.js')).IntegrationsPage,
    { prefetch: (queries) => void queries.prefetchQuery(integrationsQuery) },
  ),
  lazyRoute(INTEGRATION_PATH, async () => (await import('./integration-page.js')).IntegrationPage, {
    prefetch: (queries) => void queries.prefetchQuery(integrationsQuery),
  }),
];
