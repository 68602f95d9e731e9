import { statement } from '../../../platform/database/statement.js';

export const COUNT = statement<[userId: number], { count: number }>(
  'passkey-registration.count',
  'SELECT count(*)::integer AS count FROM passkey WHERE user_id = $1',
);

export const ADD = statement<
  [
    userId: number,
    madeId: string,
    Buffer: Buffer,
    counter: number,
    transports: readonly string[],
    name: string,
  ],
  { id: number }
>(
  'passkey-registration.add',
  /* sql */ `
    INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name)
      VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT ON CONSTRAINT passkey_credential_key DO NOTHING RETURNING id`,
);
