import { lazyRoute } from '../../../app/router/route.js';

const linkPage = async () => (await import('./link-page.js')).LinkPage;

/** Pages of links in mails and invitations, which need no session. */
export const linkRoutes = [
  lazyRoute('/new-user', linkPage, { isPublic: true }),
  lazyRoute('/reset-password', linkPage, { isPublic: true }),
  lazyRoute('/forgot-password', async () => (await import('./forgotten-page.js')).ForgottenPage, {
    isPublic: true,
  }),
];
