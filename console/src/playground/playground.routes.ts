import { lazyRoute } from '../router/route.js';

export const playgroundRoutes = [
  lazyRoute('/playground', async () => (await import('./playground-page.js')).PlaygroundPage),
];
