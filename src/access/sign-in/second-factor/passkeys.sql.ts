import { statement } from '../../../platform/database/statement.js';
import type { NamedCredential } from './passkeys.js';

export interface Stored {
  id: number;
  userId: number;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export const LIST_OF_USER = statement<[userId: number], NamedCredential>(
  'passkeys.list-of-user',
  'SELECT credential_id AS id, transports FROM passkey WHERE user_id = $1 ORDER BY id',
);

export const LOCK_BY_CREDENTIAL = statement<[responseId: string], Stored>(
  'passkeys.lock-by-credential',
  /* sql */ `
    SELECT k.id, k.user_id AS "userId", k.public_key AS "publicKey",
      k.counter::float8 AS counter,
      k.transports
      FROM passkey k JOIN app_user u ON u.id = k.user_id
     WHERE k.credential_id = $1 AND u.kind = 'user' AND u.deleted_at IS NULL
       FOR NO KEY UPDATE OF k /* locks secondFactors */`,
);

export const FIND_OWNER = statement<[credentialId: string], { id: number }>(
  'passkeys.find-owner',
  'SELECT user_id AS id FROM passkey WHERE credential_id = $1',
);

export const MARK_USED = statement<[storedId: number, newCounter: number]>(
  'passkeys.mark-used',
  'UPDATE passkey SET counter = $2, used_at = now() WHERE id = $1',
);
