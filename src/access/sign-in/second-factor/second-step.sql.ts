import { statement } from '../../../platform/database/statement.js';

export const LOCK = statement<[userId: number]>(
  'second-step.lock',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND kind = 'user' AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);
