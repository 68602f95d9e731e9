import { Injectable } from '@nestjs/common';
import { scopeOf } from '../../audit/audit-log/event/event-filter.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { UndoScope } from './undo.dto.js';
import {
  EventAlreadyUndoneError,
  EventNotUndoableError,
  StateChangedSinceError,
} from './undo.errors.js';
import {
  checkRecorded,
  type RecordedChange,
  type UndoableEvent,
  type UndoPlan,
} from './undo-plan.js';
import {
  FIND_DELETION,
  FORGET_REMOVED,
  LINK_UNDONE,
  MARK_DONE_AGAIN,
  MARK_UNDONE,
  MAX_EVENTS,
  MEASURE_CHANGE,
  READ_CHANGE,
  READ_DEPENDENCIES_OF_CHANGE,
  READ_EVENT,
  READ_RECORDED,
  READ_UNDONE,
} from './undo.sql.js';

/** Maximum length of the payloads of events that are undone together, in characters. */
const MAX_CHARACTERS = 10_000_000;
/** Transaction of events from before a database was restored. */
const UNKNOWN_TRANSACTION = '0';

/** Reads the events to undo, and keeps which events are undone. */
@Injectable()
export class UndoneEvents {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Reads an event, or all of its transaction, newest first.
   * @throws NotFoundError when there is no such event, or the caller cannot see it.
   * @throws EventNotUndoableError when the transaction has too many events or hidden ones.
   */
  read(id: number, scope: UndoScope, caller: Caller): Promise<UndoableEvent[]> {
    return this.unitOfWork.run(caller, async (tx) => {
      const { event, transactionId, createdAt } = await readEvent(id, caller, tx);
      if (scope === 'event' || transactionId === UNKNOWN_TRANSACTION)
        return withDependencies(event, createdAt, tx);
      const [size] = await tx.query(MEASURE_CHANGE, [transactionId, createdAt]);
      if (size!.events > MAX_EVENTS || size!.characters > MAX_CHARACTERS)
        throw new EventNotUndoableError(
          `The change consists of too many events to undo them together; at most ${MAX_EVENTS} ` +
            'can be. Undo them one by one.',
        );
      const { visible, hiddenProjects = [] } = scopeOf(caller);
      const rows = await tx.query(READ_CHANGE(transactionId, createdAt, visible, hiddenProjects));
      if (rows.length < size!.events)
        throw new EventNotUndoableError(
          'The change includes events that you cannot see, so you cannot undo all of it.',
        );
      return rows.map((row) => row.event);
    });
  }

  /**
   * The id of the event by which an event was undone; null when it is in effect.
   * @throws NotFoundError when there is no such event, or the caller cannot see it.
   */
  undoneBy(id: number, caller: Caller): Promise<number | null> {
    return this.unitOfWork.run(caller, async (tx) => {
      await readEvent(id, caller, tx);
      const [found] = await tx.query(READ_UNDONE, [[id]]);
      return found?.undoneBy ?? null;
    });
  }

  /**
   * Marks events as undone. Concurrent transactions that undo one of them wait.
   * @throws EventAlreadyUndoneError when one of them is undone.
   */
  mark(ids: readonly number[], caller: Caller): Promise<void> {
    return this.unitOfWork.run(caller, async (tx) => {
      const marked = await tx.query(MARK_UNDONE, [ids]);
      if (marked.length === ids.length) return;
      const [former] = await tx.query(READ_UNDONE, [ids]);
      throw new EventAlreadyUndoneError(
        former
          ? `Event ${former.id} was undone by event ${former.undoneBy}. To change it again, undo ` +
              `event ${former.undoneBy}.`
          : 'The event was undone and done again meanwhile. Try again.',
      );
    });
  }

  /**
   * Checks the recorded inverse changes, and notes which events are undone by them.
   * @returns The recorded events, oldest first.
   * @throws StateChangedSinceError
   */
  recorded(plan: UndoPlan, caller: Caller): Promise<RecordedChange[]> {
    const { ids, again } = plan;
    return this.unitOfWork.run(caller, async (tx) => {
      const rows = await tx.query(READ_RECORDED, [ids]);
      const changes = rows.map(({ change }) => change);
      checkRecorded(plan, changes);
      await requireSameSubjects(plan, tx);
      const undoneBy = new Map<number, number>();
      for (const { id, undoes } of changes.toReversed()) undoneBy.set(undoes, id);
      const [first] = changes;
      await tx.query(LINK_UNDONE, [ids, ids.map((id) => undoneBy.get(id) ?? first!.id)]);
      if (again.length > 0) await tx.query(MARK_DONE_AGAIN, [again]);
      await tx.query(FORGET_REMOVED);
      return changes;
    });
  }
}

/**
 * Refuses to change what was deleted since the event and created again under the same name.
 * @throws StateChangedSinceError
 */
async function requireSameSubjects({ ids, steps }: UndoPlan, tx: Tx): Promise<void> {
  const events = steps.flatMap((step) => step.events) as Partial<Record<string, unknown>>[];
  const named = (key: string): string[] => [
    ...new Set(events.flatMap((event) => (typeof event[key] === 'string' ? [event[key]] : []))),
  ];
  const places = [named('featureName'), named('project'), named('environment')] as const;
  const [deletion] = await tx.query(FIND_DELETION, [ids[0]!, ...places]);
  if (deletion)
    throw new StateChangedSinceError(
      `It was deleted by event ${deletion.id}, and something else has the same name now.`,
    );
}

/**
 * The events that are undone with one event, newest first. An archiving or a revival is undone with
 * the dependencies that it removed or restored: without its parent, a feature would be on even
 * where the parent is off.
 */
async function withDependencies(
  event: UndoableEvent,
  createdAt: string,
  tx: Tx,
): Promise<UndoableEvent[]> {
  if (event.type !== 'feature-archived' && event.type !== 'feature-revived') return [event];
  const { id, featureName } = event;
  const rows = await tx.query(READ_DEPENDENCIES_OF_CHANGE, [id, featureName, createdAt]);
  return rows.map((row) => row.event);
}

async function readEvent(id: number, caller: Caller, tx: Tx) {
  const { visible, hiddenProjects = [] } = scopeOf(caller);
  const [row] = await tx.query(READ_EVENT(id, visible, hiddenProjects));
  if (!row) throw new NotFoundError(`There is no event ${id}.`);
  return row;
}
