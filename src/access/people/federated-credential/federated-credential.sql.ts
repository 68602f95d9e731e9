import { SCOPE_JSON } from '../../../core/auth/permissions/access.sql.js';
import type { FederatedCredentialPayload } from '../../../core/event/account-events.js';
import type { NewPlace } from '../../../core/event/namesakes.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { TokenScopeResponse } from '../personal-token/personal-token.dto.js';
import { listOf, without } from '../personal-token/personal-token.sql.js';
import type {
  FederatedCredentialResponse,
  FederatedCredentialsResponse,
} from './federated-credential.dto.js';

const SHOWN_SCOPE = /* sql */ `CASE WHEN ${SCOPE_JSON} IS NULL THEN '{}'::jsonb
  ELSE jsonb_build_object('scope', ${SCOPE_JSON}) END`;

/** JSON of a credential `p` for events. */
const EVENT_JSON = /* sql */ `(
  jsonb_build_object('id', p.id, 'name', p.name, 'serviceAccountId', p.user_id,
    'issuer', p.issuer, 'audience', p.audience, 'subject', p.subject, 'claims', p.claims,
    'lifetimeMinutes', p.lifetime_minutes) || ${SHOWN_SCOPE})`;

const CREDENTIAL_JSON = /* sql */ `(${EVENT_JSON} || jsonb_build_object(
  'serviceAccount', (SELECT u.display_name FROM app_user u WHERE u.id = p.user_id),
  'tokens', (SELECT count(*)::int FROM personal_token t
    WHERE t.federated_credential_id = p.id AND t.expires_at > now()),
  'usedAt', iso8601(p.used_at), 'createdAt', iso8601(p.created_at)))`;

export const LIST = statement<[], { json: Json<FederatedCredentialsResponse> }>(
  'federated-credential.list',
  /* sql */ `
    SELECT jsonb_build_object('federatedCredentials',
      COALESCE(jsonb_agg(${CREDENTIAL_JSON} ORDER BY p.id), '[]'))::text AS json
      FROM federated_credential p`,
);

export const READ = statement<[id: number], { json: Json<FederatedCredentialResponse> }>(
  'federated-credential.read',
  `SELECT ${CREDENTIAL_JSON}::text AS json FROM federated_credential p WHERE p.id = $1`,
);

export const READ_EVENT = statement<[id: number], { credential: FederatedCredentialPayload }>(
  'federated-credential.read-event',
  `SELECT ${EVENT_JSON} AS credential FROM federated_credential p WHERE p.id = $1`,
);

/** Deletes the credentials whose scope names this place alone. */
export const DELETE_ONLY_NAMING = statement<
  [kind: NewPlace['kind'], name: string],
  { preData: FederatedCredentialPayload }
>(
  'federated-credential.delete-only-naming',
  /* sql */ `
    DELETE FROM federated_credential p WHERE ${listOf('$1')} = ARRAY[$2::text]
    RETURNING ${EVENT_JSON} AS "preData"`,
);

export const WITHDRAW = statement<
  [kind: NewPlace['kind'], name: string],
  { data: FederatedCredentialPayload; preData: FederatedCredentialPayload }
>(
  'federated-credential.withdraw',
  /* sql */ `
    WITH before AS (
      SELECT p.id, ${EVENT_JSON} AS credential FROM federated_credential p
       WHERE $2::text = ANY (${listOf('$1')})
    )
    UPDATE federated_credential p SET ${without('$1', '$2')} FROM before
     WHERE before.id = p.id RETURNING ${EVENT_JSON} AS data, before.credential AS "preData"`,
);

export const COUNT = statement<[], { count: number }>(
  'federated-credential.count',
  'SELECT count(*)::int AS count FROM federated_credential',
);

/** The columns that a request sets. */
type Values = [
  name: string,
  issuer: string,
  audience: string,
  subject: string,
  claims: string,
  lifetimeMinutes: number,
  readOnly: boolean,
  projects: readonly string[] | undefined,
  environments: readonly string[] | undefined,
  proposeOnly: boolean,
];

export const ADD = statement<
  [...Values, userId: number],
  { id: number; credential: FederatedCredentialPayload }
>(
  'federated-credential.add',
  /* sql */ `
    INSERT INTO federated_credential AS p (name, issuer, audience, subject, claims,
      lifetime_minutes, read_only, projects, environments, propose_only, user_id)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11)
    RETURNING p.id, ${EVENT_JSON} AS credential`,
);

export const UPDATE = statement<
  [...Values, id: number],
  { credential: FederatedCredentialPayload }
>(
  'federated-credential.update',
  /* sql */ `
    UPDATE federated_credential p SET name = $1, issuer = $2, audience = $3, subject = $4,
      claims = $5::jsonb, lifetime_minutes = $6, read_only = $7, projects = $8, environments = $9,
      propose_only = $10
     WHERE p.id = $11 RETURNING ${EVENT_JSON} AS credential`,
);

export const DELETE = statement<[id: number], { id: number }>(
  'federated-credential.delete',
  'DELETE FROM federated_credential WHERE id = $1 RETURNING id',
);

/** What an exchange reads of a credential. */
export interface TrustedCredential {
  id: number;
  name: string;
  /** Id of the service account. */
  userId: number;
  /** Name of the service account in events. */
  userName: string;
  audience: string;
  subject: string;
  claims: Record<string, string>;
  lifetimeMinutes: number;
  scope: TokenScopeResponse | null;
}

/** The credentials that trust an issuer. */
export const TRUSTING = statement<[issuer: string], TrustedCredential>(
  'federated-credential.trusting',
  /* sql */ `
    SELECT p.id, p.name, p.user_id AS "userId", COALESCE(u.email, u.username, u.name) AS "userName",
           p.audience, p.subject, p.claims, p.lifetime_minutes AS "lifetimeMinutes",
           ${SCOPE_JSON} AS scope
      FROM federated_credential p JOIN app_user u ON u.id = p.user_id
     WHERE p.issuer = $1 ORDER BY p.id`,
);

export const NOTE_USE = statement<[id: number], { id: number }>(
  'federated-credential.note-use',
  'UPDATE federated_credential SET used_at = now() WHERE id = $1 RETURNING id',
);

/** Removes what has expired: at most 200 tokens of each credential, since exchanges do so, too. */
export const REMOVE_EXPIRED_TOKENS = statement<[]>(
  'federated-credential.remove-expired-tokens',
  /* sql */ `
    DELETE FROM personal_token WHERE federated_credential_id IS NOT NULL AND expires_at <= now()`,
);

export const REMOVE_EXPIRED_OF = statement<[credentialId: number]>(
  'federated-credential.remove-expired-of',
  'DELETE FROM personal_token WHERE federated_credential_id = $1 AND expires_at <= now()',
);

/** How many tokens a credential has, and how many seconds the first of them is still valid. */
export const COUNT_TOKENS = statement<[credentialId: number], { count: number; seconds: number }>(
  'federated-credential.count-tokens',
  /* sql */ `
    SELECT count(*)::int AS count,
           COALESCE(extract(epoch FROM min(expires_at) - now()), 0)::float8 AS seconds
      FROM personal_token WHERE federated_credential_id = $1`,
);

export const REMOVE_TOKENS_OF = statement<[credentialId: number]>(
  'federated-credential.remove-tokens-of',
  'DELETE FROM personal_token WHERE federated_credential_id = $1',
);
