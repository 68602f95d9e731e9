import { lazyRoute } from '../../../app/router/route.js';
import { INTEGRATION_PATH } from './integration-paths.js';

/** Integrations and their logs. */
export const integrationRoutes = [
  lazyRoute('/integrations', async () => (await import('./integrations-page.js')).IntegrationsPage),
  lazyRoute(INTEGRATION_PATH, async () => (await import('./integration-page.js')).IntegrationPage),
];
