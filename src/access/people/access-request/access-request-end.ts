import type { Tx } from '../../../core/event/tx.js';
import { END_OF_USER } from './access-request.sql.js';

/**
 * Ends what a user who is deleted has for a time, what they asked for, and what they have given
 * others. Within the permission query, accounts of those who approved are looked at as well.
 */
export async function endAccessOf(userId: number, tx: Tx): Promise<void> {
  const ended = await tx.query(END_OF_USER, [userId]);
  const why = 'account deleted' as const;
  await tx.recordAll(
    ended.map(({ project, event, wasHeld }) =>
      wasHeld
        ? { type: 'access-request-ended', project, data: { ...event, why } }
        : { type: 'access-request-withdrawn', project, data: event },
    ),
  );
}
