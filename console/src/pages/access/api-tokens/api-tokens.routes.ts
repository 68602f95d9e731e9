import { lazyRoute } from '../../../app/router/route.js';

export const apiTokenRoutes = [
  lazyRoute('/api-tokens', async () => (await import('./tokens-page.js')).TokensPage),
];
