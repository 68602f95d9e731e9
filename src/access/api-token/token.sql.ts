import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { ApiTokensResponse } from './token.response.js';

/** Tokens `t`, with the list of their projects as `scope.projects`. */
export const TOKENS = /* sql */ `
  api_token t CROSS JOIN LATERAL (
    SELECT CASE WHEN t.all_projects THEN ARRAY['*']
                ELSE ARRAY(SELECT tp.project FROM api_token_project tp WHERE tp.token_id = t.id
                  ORDER BY 1) END AS projects
  ) scope`;

const ENVIRONMENT = "COALESCE(t.environment, '*')";

/** JSON of a token of {@link TOKENS} without its secret, as in events. */
export const BARE_TOKEN_JSON = /* sql */ `
  jsonb_build_object('id', t.id, 'tokenName', t.name, 'username', t.name, 'type', t.type,
    'environment', ${ENVIRONMENT},
    'project', array_to_string(scope.projects, ','), 'projects', scope.projects,
    'expiresAt', iso8601(t.expires_at),
    'createdAt', iso8601(t.created_at), 'seenAt', iso8601(t.seen_at), 'alias', t.alias)`;

/**
 * The masked secret of a token of {@link TOKENS}. It contains the id, which identifies the token in
 * paths.
 */
export const MASKED_SECRET = /* sql */ `(
  CASE cardinality(scope.projects) WHEN 1 THEN scope.projects[1]
    ELSE '[]' END || ':' || ${ENVIRONMENT} || '.****-' || t.id)`;

/** JSON of a token of {@link TOKENS}, as in lists. */
export const TOKEN_JSON = /* sql */ `
  (${BARE_TOKEN_JSON} || jsonb_build_object('secret', ${MASKED_SECRET}))`;

interface Row {
  listed: Json<ApiTokensResponse>;
}

const LISTED = /* sql */ `
  jsonb_build_object('tokens', COALESCE(jsonb_agg(${TOKEN_JSON} ORDER BY t.created_at, t.id),
    '[]'))::text AS listed`;

/** Whether none of the projects to which the token `t` is limited is hidden. */
export const isSeen = (hidden: string): string => /* sql */ `
    NOT EXISTS (SELECT FROM api_token_project own
      WHERE own.token_id = t.id AND own.project = ANY (${hidden}::text[]))`;

export const LIST = statement<[types: readonly string[], hiddenProjects: readonly string[]], Row>(
  'token.list',
  /* sql */ `
    SELECT ${LISTED} FROM ${TOKENS} WHERE t.type = ANY($1) AND ${isSeen('$2')}`,
);

export const NAMED = statement<
  [types: readonly string[], hiddenProjects: readonly string[], name: string],
  Row
>(
  'token.named',
  /* sql */ `
    SELECT ${LISTED} FROM ${TOKENS} WHERE t.type = ANY($1) AND ${isSeen('$2')} AND t.name = $3`,
);

/** Finds a token by its id, if its masked secret matches. */
export const MASKED = statement<
  [
    caller: readonly string[],
    hiddenProjects: readonly string[],
    referenceId: string | null,
    name: string,
  ],
  Row
>(
  'token.masked',
  /* sql */ `
    SELECT ${LISTED} FROM ${TOKENS}
      WHERE t.type = ANY($1) AND ${isSeen('$2')}
        AND (t.name = $4 OR t.id = $3 AND ${MASKED_SECRET} = $4) HAVING count(*) > 0`,
);

export const OF_PROJECT = statement<[projectId: string], Row>(
  'token.of-project',
  /* sql */ `
    SELECT (SELECT ${LISTED} FROM ${TOKENS}
             WHERE t.id IN (SELECT token_id FROM api_token_project WHERE project = p.id)
               AND scope.projects = ARRAY[p.id]) AS listed
      FROM project p WHERE p.id = $1`,
);
