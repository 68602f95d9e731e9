import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { pageQuery } from '../../../kit/tables/page-of.js';
import type { Choice, ChoiceQuery } from '../../../kit/searched-choice.js';

export type User = Schemas['UserAndRoleResponse'];
export type UserGroup = Schemas['GroupResponse'];
export type FoundGroup = Schemas['FoundGroupResponse'];
export type Role = Schemas['RoleResponse'];
export type RoleWithPermissions = Schemas['RoleWithPermissionsResponse'];
export type ServiceAccount = Schemas['ServiceAccountResponse'];
export type FederatedCredential = Schemas['FederatedCredentialResponse'];
export type PersonalToken = Schemas['PersonalTokenResponse'];

/** What users can be sorted by. */
export type UserOrder = 'name' | 'createdAt' | 'seenAt';

/** How many users a page has. */
export const USERS_PAGE_SIZE = 50;
/** How many users or groups are offered at once to choose from. */
const CHOICES = 50;

/** A page of the users whose names or addresses contain some letters. */
export const usersQuery = (query: string, order: UserOrder, page: number) =>
  queryOptions({
    queryKey: ['people', 'users', query, order, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/users', {
          params: {
            query: {
              ...(query ? { query } : {}),
              sortBy: order,
              sortOrder: order === 'name' ? 'asc' : 'desc',
              limit: USERS_PAGE_SIZE,
              offset: (page - 1) * USERS_PAGE_SIZE,
            },
          },
          signal,
        }),
      ),
  });

/** Users to choose from, without service accounts. */
export const findUsers = (query: string): ChoiceQuery => ({
  queryKey: ['people', 'choices', 'users', query],
  queryFn: async ({ signal }) => {
    const search = { query, sortBy: 'name', limit: CHOICES } as const;
    const { users } = await bodyOf(
      api.GET('/api/admin/search/users', { params: { query: search }, signal }),
    );
    return users.map(choiceOfUser);
  },
});

const findAccounts = (query: string, signal: AbortSignal) =>
  bodyOf(
    api.GET('/api/admin/user-admin/access', {
      params: { query: { query, limit: CHOICES } },
      signal,
    }),
  );

/** Users and service accounts to choose from. */
export const findAccountChoices = (query: string): ChoiceQuery => ({
  queryKey: ['people', 'choices', 'accounts', query],
  queryFn: async ({ signal }) => (await findAccounts(query, signal)).users.map(choiceOfUser),
});

/** Groups to choose from. */
export const findGroupChoices = (query: string): ChoiceQuery => ({
  queryKey: ['people', 'choices', 'groups', query],
  queryFn: async ({ signal }) =>
    (await findAccounts(query, signal)).groups.map(({ id, name }) => ({
      value: String(id),
      label: name,
    })),
});

/** A page of the groups that some letters find, by name, with their first members. */
export const foundGroupsQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: ['people', 'groups', query, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/groups', { params: { query: pageQuery(query, page) }, signal }),
      ),
  });

/** All roles, oldest first. */
export const rolesQuery = queryOptions({
  queryKey: ['people', 'roles'],
  queryFn: async ({ signal }): Promise<Role[]> =>
    (await bodyOf(api.GET('/api/admin/roles', { signal }))).roles,
});

/** The root roles that users and groups can have. */
export const rootRolesQuery = queryOptions({
  ...rolesQuery,
  select: (roles) => roles.filter(({ type }) => type === 'root' || type === 'root-custom'),
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

/** All federated credentials, oldest first. */
export const federatedCredentialsQuery = queryOptions({
  queryKey: ['people', 'federated-credentials'],
  queryFn: async ({ signal }): Promise<FederatedCredential[]> =>
    (await bodyOf(api.GET('/api/admin/federated-credentials', { signal }))).federatedCredentials,
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

/** Somebody as a choice. */
export function choiceOfUser(user: Parameters<typeof nameOfUser>[0]): Choice {
  return { value: String(user.id), label: nameOfUser(user) };
}
