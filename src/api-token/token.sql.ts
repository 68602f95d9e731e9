/** Tokens `t`, with the list of their projects as `scope.projects`. */
export const TOKENS = /* sql */ `
  api_token t CROSS JOIN LATERAL (
    SELECT CASE WHEN t.all_projects THEN ARRAY['*']
                ELSE ARRAY(SELECT tp.project FROM api_token_project tp WHERE tp.token_id = t.id ORDER BY 1) END AS projects
  ) scope`;

const ENVIRONMENT = "COALESCE(t.environment, '*')";

/** JSON of a token of {@link TOKENS} without its secret, as in events. */
export const BARE_TOKEN_JSON = /* sql */ `
  jsonb_build_object('id', t.id, 'tokenName', t.name, 'username', t.name, 'type', t.type, 'environment', ${ENVIRONMENT},
    'project', array_to_string(scope.projects, ','), 'projects', scope.projects, 'expiresAt', iso8601(t.expires_at),
    'createdAt', iso8601(t.created_at), 'seenAt', iso8601(t.seen_at), 'alias', t.alias)`;

/**
 * The masked secret of a token of {@link TOKENS}. It contains the id, which identifies the token in
 * paths.
 */
export const MASKED_SECRET = /* sql */ `(
  CASE cardinality(scope.projects) WHEN 1 THEN scope.projects[1] ELSE '[]' END || ':' || ${ENVIRONMENT} || '.****-' || t.id)`;

/** JSON of a token of {@link TOKENS}, as in lists. */
export const TOKEN_JSON = /* sql */ `(${BARE_TOKEN_JSON} || jsonb_build_object('secret', ${MASKED_SECRET}))`;
