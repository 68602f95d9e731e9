import type { Statistics } from '../statistics/statistics-queries.js';

/** How many things the pages of the administration list, by the paths of these pages. */
export const countsOf = (numbers: Statistics): Readonly<Record<string, number>> => ({
  '/users': numbers.users,
  '/groups': numbers.groups,
  '/roles': numbers.roles,
  '/service-accounts': numbers.serviceAccounts,
  '/environments': numbers.environments,
  '/segments': numbers.segments,
  '/context-fields': numbers.contextFields,
  '/strategies': numbers.strategies,
  '/api-tokens': numbers.apiTokens.admin + numbers.apiTokens.client + numbers.apiTokens.frontend,
});
