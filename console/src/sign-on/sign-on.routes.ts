import { lazyRoute } from '../router/route.js';
import { settingsQuery } from './sign-on-queries.js';

/** The settings of how people sign in. */
export const signOnRoutes = [
  lazyRoute('/sign-on', async () => (await import('./sign-on-page.js')).SignOnPage, {
    prefetch: (queries) => {
      for (const kind of ['security', 'simple', 'oidc', 'saml'] as const)
        void queries.prefetchQuery(settingsQuery(kind));
    },
  }),
];
