import { SCOPE_JSON } from '../../../core/auth/permissions/token-scope.sql.js';

/** JSON of a personal token `p`, without its secret. */
export const PERSONAL_TOKEN_JSON = /* sql */ `(
  jsonb_build_object('id', p.id, 'description', p.description, 'userId', p.user_id,
    'expiresAt', iso8601(p.expires_at),
    'createdAt', iso8601(p.created_at), 'seenAt', iso8601(p.seen_at))
  || CASE WHEN ${SCOPE_JSON} IS NULL THEN '{}'
    ELSE jsonb_build_object('scope', ${SCOPE_JSON}) END)`;

/** The personal tokens of a user `u`, without those that federated credentials gave. */
export const PERSONAL_TOKENS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id), '[]') FROM personal_token p
    WHERE p.user_id = u.id AND p.federated_credential_id IS NULL)`;

/** The personal tokens of a user `u`, and the valid ones that federated credentials gave. */
export const ALL_TOKENS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id), '[]') FROM personal_token p
    WHERE p.user_id = u.id AND (p.federated_credential_id IS NULL OR p.expires_at > now()))`;
