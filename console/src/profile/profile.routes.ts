import { lazyRoute } from '../router/route.js';
import {
  personalTokensQuery,
  profileQuery,
  secondFactorQuery,
  sessionsQuery,
} from './profile-queries.js';

/** The personal settings. */
export const profileRoutes = [
  lazyRoute('/profile', async () => (await import('./profile-page.js')).ProfilePage, {
    prefetch: (queries) => void queries.prefetchQuery(profileQuery),
  }),
  lazyRoute('/profile/security', async () => (await import('./security-page.js')).SecurityPage, {
    prefetch: (queries) => {
      void queries.prefetchQuery(secondFactorQuery);
      void queries.prefetchQuery(sessionsQuery);
    },
  }),
  lazyRoute('/profile/tokens', async () => (await import('./tokens-page.js')).TokensPage, {
    prefetch: (queries) => void queries.prefetchQuery(personalTokensQuery),
  }),
];
