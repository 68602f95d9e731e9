import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { api, bodyOf, type Schemas } from '../../api/client.js';

export type Me = Schemas['MeResponse'];

/** The signed-in person and their permissions. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Me> => bodyOf(api.GET('/api/admin/user')),
  staleTime: 60_000,
});

/**
 * What was read of the signed-in person. Every switch asks for it, and a context costs a slow phone
 * far less than a query in each of them.
 */
export const MeContext = createContext<Me | undefined>(undefined);

/** The signed-in person; only below the signed-in layout. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('Nobody is signed in here.');
  return me;
}

/** What to call the person. */
export function nameOf({ user }: Me): string {
  return user.name || user.username || user.email || `#${user.id}`;
}

/** Forgets everything that the last person could see. */
export function forgetSession(queries: QueryClient): void {
  queries.clear();
}
