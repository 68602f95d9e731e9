import { lazyRoute } from '../../../app/router/route.js';

export const insightsRoutes = [
  lazyRoute('/insights', async () => (await import('./insights-page.js')).InsightsPage),
];
