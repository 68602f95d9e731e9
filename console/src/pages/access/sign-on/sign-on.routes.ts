import { lazyRoute } from '../../../app/router/route.js';

/** The settings of how people sign in. */
export const signOnRoutes = [
  lazyRoute('/sign-on', async () => (await import('./sign-on-page.js')).SignOnPage),
];
