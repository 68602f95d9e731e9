import { METHODS } from './second-factor.sql.js';
import { statement } from '../../../platform/database/statement.js';

export const CONFIRMED = statement<
  [id: string, confirmationMinutes: number],
  { methods: string[]; isRecent: boolean }
>(
  'confirmation-gate.confirmed',
  /* sql */ `
    SELECT ${METHODS} AS methods,
      COALESCE(s.confirmed_at > now() - make_interval(mins => $2), false) AS "isRecent"
      FROM session s JOIN app_user u ON u.id = s.user_id WHERE s.id = $1`,
);
