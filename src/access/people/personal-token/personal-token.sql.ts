import { SCOPE_JSON } from '../../../core/auth/permissions/access.sql.js';
import type { NewPlace } from '../../../core/event/namesakes.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { IS_PERSON } from '../user/user.sql.js';
import type { PersonalTokenResponse, PersonalTokensResponse } from './personal-token.dto.js';

/** Removes the expired tokens of the agents of a person. */
export const REMOVE_EXPIRED = statement<[userId: number]>(
  'personal-token.remove-expired',
  /* sql */ `
    DELETE FROM personal_token
     WHERE user_id = $1 AND propose_only AND expires_at <= now()
       AND federated_credential_id IS NULL`,
);

/** Replaces the secret of a token by what its client has to show within a minute. */
export const AWAIT_CLIENT = statement<[id: number, proofHash: Buffer], { id: number }>(
  'personal-token.await-client',
  /* sql */ `
    UPDATE personal_token SET secret_hash = $2, expires_at = now() + interval '1 minute'
     WHERE id = $1 RETURNING id`,
);

/** Gives a token that awaits its client a secret, once. */
export const EXCHANGE = statement<
  [proofHash: Buffer, secretHash: Buffer, seconds: number],
  { id: number }
>(
  'personal-token.exchange',
  /* sql */ `
    UPDATE personal_token SET secret_hash = $2, expires_at = now() + $3 * interval '1 second'
     WHERE secret_hash = $1 AND propose_only AND expires_at > now() RETURNING id`,
);

/** JSON of a personal token `p`, without its secret. */
const PERSONAL_TOKEN_JSON = /* sql */ `(
  jsonb_build_object('id', p.id, 'description', p.description, 'userId', p.user_id,
    'expiresAt', iso8601(p.expires_at),
    'createdAt', iso8601(p.created_at), 'seenAt', iso8601(p.seen_at))
  || CASE WHEN ${SCOPE_JSON} IS NULL THEN '{}'
    ELSE jsonb_build_object('scope', ${SCOPE_JSON}) END
  || jsonb_strip_nulls(jsonb_build_object('allowedAddresses', p.allowed_addresses)))`;

/** The personal tokens of a user `u`, without those that federated credentials gave. */
export const PERSONAL_TOKENS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id), '[]') FROM personal_token p
    WHERE p.user_id = u.id AND p.federated_credential_id IS NULL)`;

/** The personal tokens of a user `u`, and the valid ones that federated credentials gave. */
export const ALL_TOKENS_JSON = /* sql */ `(
  SELECT COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id), '[]') FROM personal_token p
    WHERE p.user_id = u.id AND (p.federated_credential_id IS NULL OR p.expires_at > now()))`;

export const LIST = statement<[userId: number], { json: Json<PersonalTokensResponse> }>(
  'personal-token.list',
  /* sql */ `
    SELECT jsonb_build_object('pats', COALESCE(jsonb_agg(${PERSONAL_TOKEN_JSON} ORDER BY p.id),
      '[]'))::text AS json
      FROM personal_token p WHERE p.user_id = $1`,
);

export const LIST_OF = statement<[userId: number], { json: Json<PersonalTokensResponse> }>(
  'personal-token.list-of',
  /* sql */ `
    SELECT jsonb_build_object('pats', ${PERSONAL_TOKENS_JSON})::text AS json FROM app_user u
      WHERE u.id = $1 AND ${IS_PERSON}`,
);

export const KIND = statement<[userId: number], { kind: string }>(
  'personal-token.kind',
  'SELECT kind FROM app_user WHERE id = $1',
);

export const ADD = statement<
  [
    userId: number,
    secretHash: Buffer,
    description: string,
    expiresAt: Date,
    readOnly: boolean,
    projects: readonly string[] | undefined,
    environments: readonly string[] | undefined,
    federatedCredentialId: number | undefined,
    proposeOnly: boolean,
    allowedAddresses: readonly string[] | null,
  ],
  { token: PersonalTokenResponse }
>(
  'personal-token.add',
  /* sql */ `
    INSERT INTO personal_token AS p (user_id, secret_hash, description, expires_at, read_only,
      projects, environments, federated_credential_id, propose_only, allowed_addresses)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${PERSONAL_TOKEN_JSON} AS token`,
);

export const REMOVE = statement<[id: number, userId: number], { token: PersonalTokenResponse }>(
  'personal-token.remove',
  /* sql */ `
    DELETE FROM personal_token p WHERE p.id = $1 AND p.user_id = $2
      RETURNING ${PERSONAL_TOKEN_JSON} AS token`,
);

export const REMOVE_ALL = statement<[userId: number], { token: PersonalTokenResponse }>(
  'personal-token.remove-all',
  /* sql */ `
    DELETE FROM personal_token p WHERE p.user_id = $1 RETURNING ${PERSONAL_TOKEN_JSON} AS token`,
);

/** The list of places in the scope of a token or credential `p` that a parameter chooses. */
export const listOf = (kind: string): string =>
  `(CASE ${kind}::text WHEN 'projects' THEN p.projects ELSE p.environments END)`;

/** Assignments that remove a name from the chosen list of `p`. */
export const without = (kind: string, name: string): string => /* sql */ `
  projects = CASE ${kind}::text WHEN 'projects' THEN array_remove(p.projects, ${name}::text)
    ELSE p.projects END,
  environments = CASE ${kind}::text WHEN 'projects' THEN p.environments
    ELSE array_remove(p.environments, ${name}::text) END`;

/** Removes the tokens whose scope names this place alone. */
export const REMOVE_ONLY_NAMING = statement<
  [kind: NewPlace['kind'], name: string],
  { token: PersonalTokenResponse; isExchanged: boolean }
>(
  'personal-token.remove-only-naming',
  /* sql */ `
    DELETE FROM personal_token p WHERE ${listOf('$1')} = ARRAY[$2::text]
    RETURNING ${PERSONAL_TOKEN_JSON} AS token,
      p.federated_credential_id IS NOT NULL AS "isExchanged"`,
);

export const WITHDRAW = statement<[kind: NewPlace['kind'], name: string]>(
  'personal-token.withdraw',
  /* sql */ `
    UPDATE personal_token p SET ${without('$1', '$2')} WHERE $2::text = ANY (${listOf('$1')})`,
);

export const FIND_MISSING = statement<
  [projects: readonly string[] | undefined, environments: readonly string[] | undefined],
  { project: string | null; environment: string | null }
>(
  'personal-token.find-missing',
  /* sql */ `
    SELECT (SELECT min(wanted.id) FROM unnest($1::text[]) AS wanted (id)
      WHERE NOT EXISTS (SELECT FROM project p WHERE p.id = wanted.id)) AS project,
           (SELECT min(wanted.name) FROM unnest($2::text[]) AS wanted (name)
             WHERE NOT EXISTS (SELECT FROM environment e WHERE e.name = wanted.name))
               AS environment`,
);

export const COUNT_TOKENS = statement<[userId: number], { n: number }>(
  'personal-token.count-tokens',
  /* sql */ `
    SELECT count(*)::int AS n FROM personal_token
     WHERE user_id = $1 AND federated_credential_id IS NULL`,
);

/** Using a personal token also counts as activity of its user. */
export const MARK_PERSONAL_SEEN = statement<[ids: readonly number[]]>(
  'personal-token.mark-personal-seen',
  /* sql */ `
    WITH seen AS (
      UPDATE personal_token SET seen_at = now()
       WHERE id IN (SELECT id FROM personal_token WHERE id = ANY($1)
         FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING user_id
    )
    UPDATE app_user SET seen_at = now()
     WHERE id IN (SELECT id FROM app_user WHERE id IN (SELECT user_id FROM seen)
       FOR NO KEY UPDATE SKIP LOCKED)`,
);
