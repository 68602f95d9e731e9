import { dynamicStatement, statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import { directionOf } from '../../platform/http/validation/page-query.js';
import type { BareToken } from './token-writer.js';
import type {
  ApiTokensResponse,
  EdgeTokenResponse,
  TokenSearchQuery,
  TokenSearchResponse,
} from './token.dto.js';
import { EVERY_PROJECT, type TokenRow } from '../../core/auth/caller-lookup.sql.js';
import { LIMITED_PROJECTS_JSON } from '../../core/auth/permissions/access.sql.js';
import { MAX_ADDRESSES } from '../../core/auth/caller/token-use-buffer.js';

/** Tokens `t`, with the list of their projects as `scope.projects`. */
export const TOKENS = /* sql */ `
  api_token t CROSS JOIN LATERAL (
    SELECT CASE WHEN t.all_projects THEN ARRAY['*']
                ELSE ARRAY(SELECT tp.project FROM api_token_project tp WHERE tp.token_id = t.id
                  ORDER BY 1) END AS projects
  ) scope`;

const ENVIRONMENT = "COALESCE(t.environment, '*')";

/** JSON of a token of {@link TOKENS} without its secret, as in events. */
const BARE_TOKEN_JSON = /* sql */ `
  jsonb_build_object('id', t.id, 'tokenName', t.name, 'username', t.name, 'type', t.type,
    'environment', ${ENVIRONMENT},
    'project', array_to_string(scope.projects, ','), 'projects', scope.projects,
    'expiresAt', iso8601(t.expires_at),
    'createdAt', iso8601(t.created_at), 'seenAt', iso8601(t.seen_at), 'alias', t.alias)
  || jsonb_strip_nulls(jsonb_build_object('allowedAddresses', t.allowed_addresses))`;

/**
 * The masked secret of a token of {@link TOKENS}. It contains the id, which identifies the token in
 * paths.
 */
const MASKED_SECRET = /* sql */ `(
  CASE cardinality(scope.projects) WHEN 1 THEN scope.projects[1]
    ELSE '[]' END || ':' || ${ENVIRONMENT} || '.****-' || t.id)`;

/** JSON of a token of {@link TOKENS}, as in lists. */
const TOKEN_JSON = /* sql */ `
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

export const INSERT = statement<
  [
    secretHash: Buffer,
    name: string,
    type: string,
    environment: string | null,
    allProjects: boolean,
    expiresAt: Date | null,
    userId: number,
    allowedAddresses: readonly string[] | null,
  ],
  { id: string }
>(
  'token.insert',
  /* sql */ `
    INSERT INTO api_token (secret_hash, name, type, environment, all_projects, expires_at,
      created_by_user_id, allowed_addresses) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT ON CONSTRAINT api_token_secret_key DO NOTHING RETURNING id`,
);

export const ADD_PROJECTS = statement<[id: string, projects: readonly string[]]>(
  'token.add-projects',
  'INSERT INTO api_token_project (token_id, project) SELECT $1, unnest($2::text[])',
);

export const MASKED_SECRET_OF = statement<[id: string], { masked: string }>(
  'token.masked-secret-of',
  /* sql */ `
    SELECT ${MASKED_SECRET} AS masked FROM ${TOKENS} WHERE t.id = $1`,
);

export const READ_TOKEN = statement<[id: string], { token: BareToken }>(
  'token.read-token',
  /* sql */ `
    SELECT ${BARE_TOKEN_JSON} AS token FROM ${TOKENS} WHERE t.id = $1`,
);

export const LOCK_BY_ID = statement<[id: string], { id: string }>(
  'token.lock-by-id',
  'SELECT id FROM api_token WHERE id = $1 FOR UPDATE /* locks apiTokens */',
);

export const LOCK_BY_SECRET = statement<[secretHash: Buffer], { id: string }>(
  'token.lock-by-secret',
  'SELECT id FROM api_token WHERE secret_hash = $1 FOR UPDATE /* locks apiTokens */',
);

// Ordered by id, so that two transactions that lock several tokens cannot deadlock.
export const LOCK_OF_PROJECT = statement<[project: string], { id: string }>(
  'token.lock-of-project',
  /* sql */ `
    SELECT id FROM api_token WHERE id IN (SELECT token_id FROM api_token_project
      WHERE project = $1) ORDER BY id FOR UPDATE /* locks apiTokens */`,
);

export const LOCK_OF_ENVIRONMENT = statement<[environment: string], { id: string }>(
  'token.lock-of-environment',
  /* sql */ `
    SELECT id FROM api_token WHERE environment = $1 ORDER BY id
      FOR UPDATE /* locks apiTokens */`,
);

export const WITHDRAW_PROJECT = statement<[id: string, project: string]>(
  'token.withdraw-project',
  'DELETE FROM api_token_project WHERE token_id = $1 AND project = $2',
);

/** Maximum number of secrets in one list; the oldest tokens come first. */
const MAX_SECRETS = 5_000;

/** The encrypted secrets that a token may read. */
export const LIST_SEALED = statement<[creator: string], { id: string; sealedSecret: string }>(
  'token.list-sealed',
  /* sql */ `
    SELECT id, sealed_secret AS "sealedSecret" FROM api_token WHERE sealed_for = $1
      ORDER BY created_at, id LIMIT ${MAX_SECRETS}`,
);

export const SEAL = statement<[id: string, sealedSecret: string, creator: string]>(
  'token.seal',
  'UPDATE api_token SET sealed_secret = $2, sealed_for = $3 WHERE id = $1',
);

export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'token.read-sealed',
  /* sql */ `
    SELECT id::text AS key, sealed_secret AS content FROM api_token
     WHERE sealed_secret IS NOT NULL AND ($1 = '' OR id > NULLIF($1, '')::uuid)
     ORDER BY id LIMIT $2`,
);

export const REPLACE_SEALED = statement<[id: string, before: string, after: string]>(
  'token.replace-sealed',
  /* sql */ `
    UPDATE api_token SET sealed_secret = $3 WHERE id = $1::uuid AND sealed_secret = $2
    RETURNING 1`,
);

/** Which tokens a caller may read. */
interface VisibleTokens {
  types: readonly string[];
  hiddenProjects: readonly string[];
}

const SORT_KEYS = {
  name: 'lower(t.name)',
  createdAt: 't.created_at',
  seenAt: 't.seen_at',
  expiresAt: 't.expires_at',
} as const;

const contains = (text: string): string => `strpos(lower(${text}), lower($1)) > 0`;

/** Whether the search text occurs in the name, type, environment or a project of the token `t`. */
const MATCHES = /* sql */ `(
  $1::text = '' OR ${contains("concat_ws(chr(10), t.name, t.type, COALESCE(t.environment, '*'))")}
    OR EXISTS (SELECT FROM api_token_project own
      WHERE own.token_id = t.id AND ${contains('own.project')}))`;

/** Finds a page of tokens, and counts all that match. */
export const SEARCH = dynamicStatement<
  [search: TokenSearchQuery, visible: VisibleTokens],
  { json: Json<TokenSearchResponse> }
>('token.search', (search, { types, hiddenProjects }) => {
  const { query = '', offset, limit, sortBy = 'createdAt' } = search;
  const order = `page.sort_key ${directionOf(search)} NULLS LAST, page.id`;
  return {
    // All tokens are read once, for both the count and the page.
    text: /* sql */ `
      WITH found AS MATERIALIZED (
        SELECT t.id, ${SORT_KEYS[sortBy]} AS sort_key FROM api_token t
         WHERE t.type = ANY ($4::text[]) AND ${isSeen('$5')} AND ${MATCHES}
      ), page AS (
        SELECT * FROM found AS page ORDER BY ${order} LIMIT $2::int OFFSET $3::int
      )
      SELECT jsonb_build_object('total', (SELECT count(*) FROM found), 'tokens', COALESCE((
          SELECT jsonb_agg(${TOKEN_JSON} ORDER BY ${order})
            FROM ${TOKENS} JOIN page ON page.id = t.id), '[]'))::text AS json`,
    values: [query, limit, offset, types, hiddenProjects],
  };
});

export type Valid = Omit<EdgeTokenResponse, 'token'>;

/** Finds valid tokens by the hashes of their secrets. */
export const VALID = statement<
  [hashes: readonly Buffer[]],
  Valid & Pick<TokenRow, 'allowedAddresses' | 'limitedProjects' | 'everyProject'> & { hash: string }
>(
  'token.valid',
  /* sql */ `
    SELECT encode(t.secret_hash, 'hex') AS hash, t.type,
           COALESCE(t.environment, '*') AS environment,
           t.allowed_addresses AS "allowedAddresses",
           ${LIMITED_PROJECTS_JSON} AS "limitedProjects", ${EVERY_PROJECT} AS "everyProject",
           CASE WHEN t.all_projects THEN '{*}'
             ELSE ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id
               ORDER BY 1) END AS projects
      FROM api_token t WHERE t.secret_hash = ANY ($1::bytea[])
        AND (t.expires_at IS NULL OR t.expires_at > now())`,
);

/** The use of a token from an address. */
export interface Use {
  token: string;
  address: string;
}

/** Ordered by key, so that instances that delete expired rows at the same time cannot deadlock. */
export const DELETE_EXPIRED = statement<[]>(
  'token.delete-expired',
  /* sql */ `
    DELETE FROM token_use WHERE (token, address) IN (
      SELECT token, address FROM token_use WHERE told_at <= now() - interval '1 hour'
        ORDER BY token, address FOR UPDATE /* locks tokenUses */)`,
);

/** Returns the uses that were not recorded within the last hour, and marks them as recorded. */
export const ADD_UNRECORDED = statement<[uses: string], Use>(
  'token.add-unrecorded',
  /* sql */ `
    INSERT INTO token_use (token, address)
    SELECT token, address FROM (
      SELECT s.token, s.address,
             row_number() OVER (PARTITION BY s.token ORDER BY s.address)
               + (SELECT count(*) FROM token_use t WHERE t.token = s.token) AS n
        FROM jsonb_to_recordset($1) AS s(token text, address text)
       WHERE NOT EXISTS (SELECT FROM token_use t
         WHERE t.token = s.token AND t.address = s.address)
    ) fresh WHERE n <= ${MAX_ADDRESSES} ORDER BY token, address
    ON CONFLICT ON CONSTRAINT token_use_pkey DO NOTHING
    RETURNING token, address`,
);

/**
 * Skips rows that another transaction has locked: a token that is in use will be written next time.
 */
export const MARK_SEEN = statement<[ids: readonly string[]]>(
  'token.mark-seen',
  /* sql */ `
    UPDATE api_token SET seen_at = now()
     WHERE id IN (SELECT id FROM api_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)`,
);
