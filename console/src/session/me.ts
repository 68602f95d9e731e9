import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type Me = Schemas['MeResponse'];

/** The signed-in person and their permissions. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Me> => bodyOf(api.GET('/api/admin/user')),
  staleTime: 60_000,
});

/** The signed-in person; only below the signed-in layout. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** What to call the person. */
export function nameOf({ user }: Me): string {
  return user.name || user.username || user.email || `#${user.id}`;
}

/** Forgets everything that the last person could see. */
export function forgetSession(queries: QueryClient): void {
  queries.clear();
}
