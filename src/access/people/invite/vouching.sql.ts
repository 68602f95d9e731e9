import { statement } from '../../../platform/database/statement.js';

export const END_INVITATION = statement<[userId: number]>(
  'vouching.end-invitation',
  /* sql */ `
    UPDATE invited_user SET vouched_at = now() WHERE user_id = $1 AND vouched_at IS NULL
      RETURNING 1`,
);
