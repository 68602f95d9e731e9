import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { inMaintenance } from '../../src/platform/database/maintenance.js';
import { SYSTEM } from '../../src/core/event/actor.js';
import type { EventOf } from '../../src/core/event/event.types.js';
import { RECORD } from '../../src/core/event/recording.sql.js';
import {
  FINISH_MOVE,
  READ_MOVE,
  READ_PLACES,
  RECOUNT_EVENTS,
  SEAL_MOVED,
  START_HISTORY,
} from './target/move-in.sql.js';

/**
 * Counts moved events, and records where features were moved to, so that running instances serve
 * them and the audit log tells about the move. Does nothing after a run that moved nothing.
 */
export async function finishMove(
  target: Pick<DatabaseAddress, 'url' | 'ssl'>,
  source: string,
): Promise<void> {
  const isFinished = await inMaintenance(target, 'READ COMMITTED', async (query) => {
    const [move] = await query(READ_MOVE, [source]);
    if (move!.isFinished) return true;
    await query(RECOUNT_EVENTS, []);
    await query(SEAL_MOVED, []);
    return false;
  });
  if (isFinished) return;
  await inMaintenance(target, 'READ COMMITTED', async (query) => {
    await query(START_HISTORY, []);
    const places = await query(READ_PLACES, [source]);
    const events = places.map(
      ({ project, environment, features }): EventOf<'features-moved-in'> => ({
        type: 'features-moved-in',
        project,
        environment,
        data: { source, count: features },
      }),
    );
    const { name: createdBy, userId: createdByUserId } = SYSTEM;
    const rows = events.map((event) => ({ ...event, createdBy, createdByUserId }));
    if (rows.length > 0) await query(RECORD, [JSON.stringify(rows)]);
    await query(FINISH_MOVE, [source]);
  });
}
