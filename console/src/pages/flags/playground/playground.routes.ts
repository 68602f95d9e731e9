import { lazyRoute } from '../../../app/router/route.js';

export const playgroundRoutes = [
  lazyRoute('/playground', async () => (await import('./playground-page.js')).PlaygroundPage),
];
