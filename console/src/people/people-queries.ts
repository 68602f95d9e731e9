import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type BriefUser = Schemas['BriefUserResponse'];
export type Role = Schemas['RoleResponse'];

/** Users, service accounts and groups in short form, to choose from. */
export const choosableQuery = queryOptions({
  queryKey: ['people', 'choosable'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/user-admin/access', { signal })),
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
