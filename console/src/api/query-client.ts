import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure, isSignedOut } from './failures.js';

const MAX_RETRIES = 2;
const FRESH_MS = 15_000;

/** Only what can succeed a moment later is worth another attempt. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiFailure) || error.status === 503;
}

/** What was read no longer exists, or the person may no longer see it. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 403 || error.status === 404);

/**
 * The cache of the API's answers. A refusal because nobody is signed in leads to the sign-in. While
 * the service cannot be reached, pages keep what was read.
 */
export function newQueryClient(): QueryClient {
  const checkSession = (error: unknown): void => {
    if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: ['me'] });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The layout of all pages shows what went wrong with the session.
        if (query.queryKey[0] === 'me') return;
        if (isGone(error)) query.setState({ data: undefined });
        checkSession(error);
      },
    }),
    mutationCache: new MutationCache({ onError: checkSession }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isTemporary(error),
      },
    },
  });
  return queries;
}
