import { statement } from '../../../platform/database/statement.js';

export const REPLACE = statement<[userId: number, codes: readonly Buffer[]]>(
  'recovery-codes.replace',
  /* sql */ `
    WITH former AS (DELETE FROM recovery_code WHERE user_id = $1)
    INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])`,
);

export const USE = statement<[userId: number, codeHash: Buffer]>(
  'recovery-codes.use',
  'DELETE FROM recovery_code WHERE user_id = $1 AND code_hash = $2 RETURNING 1',
);

export const LEFT = statement<[userId: number], { left: number }>(
  'recovery-codes.left',
  'SELECT count(*)::integer AS left FROM recovery_code WHERE user_id = $1',
);
