import { statement } from '../../../platform/database/statement.js';

export const ADDRESSES = statement<[userId: number], { address: string }>(
  'second-factor-proofs.addresses',
  /* sql */ `
    SELECT DISTINCT address FROM session
      WHERE user_id = $1 AND address IS NOT NULL AND expires_at > now()`,
);
