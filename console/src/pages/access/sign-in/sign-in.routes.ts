import { lazyRoute } from '../../../app/router/route.js';
import { signInMethodsQuery } from './sign-in-methods.js';

/** The page that asks who somebody is. */
export const signInRoutes = [
  lazyRoute('/sign-in', async () => (await import('./sign-in-page.js')).SignInPage, {
    isPublic: true,
    prefetch: (queries) => queries.prefetchQuery(signInMethodsQuery),
  }),
];
