import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { queryRootsOf } from '../../../app/live/events-to-queries.js';
import { announce } from '../../../kit/announcements.js';
import { openUndoDialog, type UndoTarget } from './undo-dialog-store.js';
import { undoEvent } from './undo-queries.js';

/**
 * Undoes an event with one click. If the service refuses it, such as because others have to approve
 * it, the dialog says why and can propose it.
 * @returns Whether it is undone.
 */
export async function undoAtOnce(queries: QueryClient, target: UndoTarget): Promise<boolean> {
  try {
    await undoEvent(target.id, target.scope ?? 'event');
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.status < 500) openUndoDialog(target);
    else announce({ kind: 'failed', text: wordsOf(error) });
    return false;
  } finally {
    for (const root of ['events', ...queryRootsOf(target.type)])
      void queries.invalidateQueries({ queryKey: [root] });
  }
}
