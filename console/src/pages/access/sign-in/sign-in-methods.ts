import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';

/** The ways to sign in that the service has enabled. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => bodyOf(api.GET('/auth/methods')),
});
