import { lazyRoute } from '../../../app/router/route.js';
import { firstFeaturesQuery } from './home-queries.js';

export const homeRoutes = [
  lazyRoute('/', async () => (await import('./home-page.js')).HomePage, {
    prefetch: (queries) => queries.prefetchQuery(firstFeaturesQuery),
  }),
];
