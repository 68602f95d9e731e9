import { statement } from '../../../platform/database/statement.js';

export const END_SESSIONS = statement<[userId: number]>(
  'user-security.end-sessions',
  'DELETE FROM session WHERE user_id = $1',
);
