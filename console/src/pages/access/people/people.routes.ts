import { lazyRoute } from '../../../app/router/route.js';
import { USER_PATH } from './people-path.js';

export const peopleRoutes = [
  lazyRoute('/users', async () => (await import('./users/users-page.js')).UsersPage),
  lazyRoute(USER_PATH, async () => (await import('./users/user-page.js')).UserPage),
  lazyRoute('/groups', async () => (await import('./groups/groups-page.js')).GroupsPage),
  lazyRoute('/roles', async () => (await import('./roles/roles-page.js')).RolesPage),
  lazyRoute(
    '/service-accounts',
    async () => (await import('./service-accounts/service-accounts-page.js')).ServiceAccountsPage,
  ),
  lazyRoute(
    '/federated-credentials',
    async () =>
      (await import('./federated-credentials/federated-credentials-page.js'))
        .FederatedCredentialsPage,
  ),
];
