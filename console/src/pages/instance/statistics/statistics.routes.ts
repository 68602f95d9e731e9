import { lazyRoute } from '../../../app/router/route.js';

export const statisticsRoutes = [
  lazyRoute('/statistics', async () => (await import('./statistics-page.js')).StatisticsPage),
];
