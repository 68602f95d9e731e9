import { statement } from '../../../platform/database/statement.js';

export const REMOVE_EXPIRED_TOKENS = statement<[]>(
  'exchanged-token.remove-expired-tokens',
  /* sql */ `
    DELETE FROM personal_token WHERE federated_credential_id IS NOT NULL AND expires_at <= now()`,
);

/** How many tokens of a credential are valid, and how many seconds the first of them still is. */
export const VALID = statement<[credentialId: number], { count: number; seconds: number }>(
  'exchanged-token.valid',
  /* sql */ `
    SELECT count(*)::int AS count,
           COALESCE(extract(epoch FROM min(expires_at) - now()), 0)::float8 AS seconds
      FROM personal_token WHERE federated_credential_id = $1 AND expires_at > now()`,
);

export const REMOVE_OF = statement<[credentialId: number]>(
  'exchanged-token.remove-of',
  'DELETE FROM personal_token WHERE federated_credential_id = $1',
);
