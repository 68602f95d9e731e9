import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type User = Schemas['ListedUserResponse'];
export type UserGroup = Schemas['GroupResponse'];
export type Role = Schemas['RoleResponse'];
export type RoleWithPermissions = Schemas['RoleWithPermissionsResponse'];
export type ServiceAccount = Schemas['ServiceAccountResponse'];
export type PersonalToken = Schemas['PersonalTokenResponse'];

/** Users, service accounts and groups in short form, to choose from. */
export const choosableQuery = queryOptions({
  queryKey: ['people', 'choosable'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user-admin/access', { signal })),
});

/** All users, and the root roles that they can have. */
export const usersQuery = queryOptions({
  queryKey: ['people', 'users'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user-admin', { signal })),
});

/** All groups with their members. */
export const groupsQuery = queryOptions({
  queryKey: ['people', 'groups'],
  queryFn: async ({ signal }): Promise<UserGroup[]> =>
    (await bodyOf(api.GET('/api/admin/groups', { signal }))).groups,
});

/** All roles, oldest first. */
export const rolesQuery = queryOptions({
  queryKey: ['people', 'roles'],
  queryFn: async ({ signal }): Promise<Role[]> =>
    (await bodyOf(api.GET('/api/admin/roles', { signal }))).roles,
});

/** One role with its permissions. */
export const roleQuery = (roleId: number) =>
  queryOptions({
    queryKey: ['people', 'roles', roleId],
    queryFn: ({ signal }): Promise<RoleWithPermissions> =>
      bodyOf(api.GET('/api/admin/roles/{roleId}', { params: { path: { roleId } }, signal })),
  });

/** All permissions that roles can contain. */
export const permissionsQuery = queryOptions({
  queryKey: ['people', 'permissions'],
  queryFn: async ({ signal }) =>
    (await bodyOf(api.GET('/api/admin/permissions', { signal }))).permissions,
});

/** All service accounts, and the root roles that they can have. */
export const serviceAccountsQuery = queryOptions({
  queryKey: ['people', 'service-accounts'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/service-account', { signal })),
});

/** What to call somebody. */
export function nameOfUser(user: {
  id: number;
  name?: string | null;
  username?: string | null;
  email?: string | null;
}): string {
  return user.name || user.username || user.email || `#${user.id}`;
}
