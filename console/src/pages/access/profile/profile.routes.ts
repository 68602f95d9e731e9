import { lazyRoute } from '../../../app/router/route.js';

/** The personal settings. */
export const profileRoutes = [
  lazyRoute('/profile', async () => (await import('./profile-page.js')).ProfilePage),
  lazyRoute('/profile/security', async () => (await import('./security-page.js')).SecurityPage),
  lazyRoute('/profile/tokens', async () => (await import('./tokens-page.js')).TokensPage),
  lazyRoute('/allow-agent', async () => (await import('./allow-agent-page.js')).AllowAgentPage),
];
