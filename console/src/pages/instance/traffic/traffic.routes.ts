import { lazyRoute } from '../../../app/router/route.js';

export const trafficRoutes = [
  lazyRoute('/traffic', async () => (await import('./traffic-page.js')).TrafficPage),
];
