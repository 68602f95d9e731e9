import { lazyRoute } from '../../../app/router/route.js';

export const strategyDefinitionRoutes = [
  lazyRoute('/strategies', async () => (await import('./strategies-page.js')).StrategiesPage),
];
