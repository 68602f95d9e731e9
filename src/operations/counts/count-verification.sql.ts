import { statement } from '../../database/statement.js';

export const IS_DUE = statement<[countVerificationHours: number], { due: boolean }>(
  'count-verification.is-due',
  /* sql */ `
    SELECT COALESCE(bool_and(verified_at < now() - $1 * interval '1 hour'), true) AS due
      FROM event_tally_horizon WHERE verified_at IS NOT NULL`,
);

export const NOTE_VERIFIED = statement<[]>(
  'count-verification.note-verified',
  'UPDATE event_tally_horizon SET verified_at = now()',
);
