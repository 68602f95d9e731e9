import { lazyRoute } from '../router/route.js';
import { invitesQuery } from './invite-queries.js';

/** The links by which people sign up. */
export const inviteLinkRoutes = [
  lazyRoute('/invite-links', async () => (await import('./invite-links-page.js')).InviteLinksPage, {
    prefetch: (queries) => void queries.prefetchQuery(invitesQuery),
  }),
];
