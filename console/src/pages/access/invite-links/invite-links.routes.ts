import { lazyRoute } from '../../../app/router/route.js';

/** The links by which people sign up. */
export const inviteLinkRoutes = [
  lazyRoute('/invite-links', async () => (await import('./invite-links-page.js')).InviteLinksPage),
];
