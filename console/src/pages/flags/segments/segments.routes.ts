import { lazyRoute } from '../../../app/router/route.js';

export const segmentRoutes = [
  lazyRoute('/segments', async () => (await import('./segments-page.js')).SegmentsPage),
];
