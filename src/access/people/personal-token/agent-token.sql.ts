import { statement } from '../../../platform/database/statement.js';

/** Removes the expired tokens of the agents of a person. */
export const REMOVE_EXPIRED = statement<[userId: number]>(
  'agent-token.remove-expired',
  /* sql */ `
    DELETE FROM personal_token
     WHERE user_id = $1 AND propose_only AND expires_at <= now()
       AND federated_credential_id IS NULL`,
);

/** Replaces the secret of a token by what its client has to show within a minute. */
export const AWAIT_CLIENT = statement<[id: number, proofHash: Buffer], { id: number }>(
  'agent-token.await-client',
  /* sql */ `
    UPDATE personal_token SET secret_hash = $2, expires_at = now() + interval '1 minute'
     WHERE id = $1 RETURNING id`,
);

/** Gives a token that awaits its client a secret, once. */
export const EXCHANGE = statement<
  [proofHash: Buffer, secretHash: Buffer, seconds: number],
  { id: number }
>(
  'agent-token.exchange',
  /* sql */ `
    UPDATE personal_token SET secret_hash = $2, expires_at = now() + $3 * interval '1 second'
     WHERE secret_hash = $1 AND propose_only AND expires_at > now() RETURNING id`,
);
