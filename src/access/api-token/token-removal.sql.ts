import { statement } from '../../platform/database/statement.js';

// Ordered by id, so that two transactions that lock several tokens cannot deadlock.
export const LOCK_OF_PROJECT = statement<[project: string], { id: string }>(
  'token-removal.lock-of-project',
  /* sql */ `
    SELECT id FROM api_token WHERE id IN (SELECT token_id FROM api_token_project
      WHERE project = $1) ORDER BY id FOR UPDATE /* locks apiTokens */`,
);

export const LOCK_OF_ENVIRONMENT = statement<[environment: string], { id: string }>(
  'token-removal.lock-of-environment',
  /* sql */ `
    SELECT id FROM api_token WHERE environment = $1 ORDER BY id
      FOR UPDATE /* locks apiTokens */`,
);

export const WITHDRAW_PROJECT = statement<[id: string, project: string]>(
  'token-removal.withdraw-project',
  'DELETE FROM api_token_project WHERE token_id = $1 AND project = $2',
);
