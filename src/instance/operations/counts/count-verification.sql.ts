import { statement } from '../../../platform/database/statement.js';

/**
 * Whether a verification is due, or needed at once because data were restored. Moved events are
 * counted at the end of a move, so nothing is due while one runs.
 */
export const IS_DUE = statement<
  [countVerificationHours: number],
  { due: boolean; isRestored: boolean }
>(
  'count-verification.is-due',
  /* sql */ `
    SELECT COALESCE(bool_or(is_restored), false) AS "isRestored",
           $1::integer > 0 AND COALESCE(bool_or(
             verified_at IS NULL OR verified_at < now() - $1::integer * interval '1 hour'), true)
             AND NOT EXISTS (SELECT FROM move_in
               WHERE finished_at IS NULL AND started_at > now() - interval '24 hours') AS due
      FROM event_tally_horizon`,
);

export const NOTE_VERIFIED = statement<[]>(
  'count-verification.note-verified',
  'UPDATE event_tally_horizon SET verified_at = now(), is_restored = false',
);
