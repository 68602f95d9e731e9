/** What a personal token `p` is limited to; null for no limit. */
const SCOPE_JSON = /* sql */ `
  CASE WHEN p.read_only OR p.projects IS NOT NULL OR p.environments IS NOT NULL
       THEN jsonb_build_object('readOnly', p.read_only, 'projects', p.projects, 'environments', p.environments) END`;

/** The same for whoever evaluates it: `outside` are all projects, also those that were deleted, which the token is not for. */
export const TOKEN_SCOPE_JSON = /* sql */ `(
  ${SCOPE_JSON} || jsonb_build_object('outside', CASE WHEN p.projects IS NULL THEN '[]' ELSE (
    SELECT COALESCE(jsonb_agg(other.id), '[]')
      FROM (SELECT project.id FROM project UNION SELECT e.project FROM event e WHERE e.type = 'project-deleted') other
     WHERE other.id <> ALL (p.projects)) END))`;

/** A personal token `p` as the API shows it: without its secret, which nobody knows. */
export const PERSONAL_TOKEN_JSON = /* sql */ `(
  jsonb_build_object('id', p.id, 'description', p.description, 'userId', p.user_id, 'expiresAt', iso8601(p.expires_at),
    'createdAt', iso8601(p.created_at), 'seenAt', iso8601(p.seen_at))
  || CASE WHEN ${SCOPE_JSON} IS NULL THEN '{}' ELSE jsonb_build_object('scope', ${SCOPE_JSON}) END)`;

/** The personal tokens of a user `u`. */
export const PERSONAL_TOKENS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id), '[]') FROM personal_token p WHERE p.user_id = u.id)`;
