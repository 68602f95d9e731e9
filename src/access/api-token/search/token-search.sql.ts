import { dynamicStatement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { directionOf } from '../../../platform/http/validation/page-query.js';
import { isSeen, TOKEN_JSON, TOKENS } from '../token.sql.js';
import type { TokenSearchQuery } from './token-search.dto.js';
import type { TokenSearchResponse } from './token-search.response.js';

/** Which tokens a caller may read. */
export interface VisibleTokens {
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
>('token-search.search', (search, { types, hiddenProjects }) => {
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
