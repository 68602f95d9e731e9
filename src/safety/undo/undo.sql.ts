import { EVENT_JSON_WITHOUT_ADDRESS } from '../../audit/audit-log/event/event.sql.js';
import { areVisible, type Bind } from '../../audit/audit-log/event/visible-events.sql.js';
import type { VisibleEvents } from '../../audit/audit-log/event/visible-events.js';
import { dynamicStatement, statement } from '../../platform/database/statement.js';
import type { RecordedChange, UndoableEvent } from './undo-plan.js';

/** Maximum number of events that are undone together. */
export const MAX_EVENTS = 1_000;

type Visibility = [visible: VisibleEvents | undefined, hiddenProjects: readonly string[]];

/** Reads an event that the caller may see, and its transaction. */
export const READ_EVENT = dynamicStatement<
  [id: number, ...Visibility],
  { event: UndoableEvent; transactionId: string; createdAt: string }
>('undo.read-event', (id, visible, hiddenProjects) => {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const wanted = [`e.id = ${bind(id, 'bigint')}`, ...areVisible(visible, hiddenProjects, bind)];
  return {
    text: /* sql */ `
      SELECT ${EVENT_JSON_WITHOUT_ADDRESS} AS event, e.transaction_id::text AS "transactionId",
             e.created_at::text AS "createdAt"
        FROM event e WHERE ${wanted.join(' AND ')}`,
    values,
  };
});

/** The events of a transaction, up to one more than can be undone together. */
const OF_TRANSACTION = /* sql */ `
  SELECT e.* FROM event e
   WHERE e.transaction_id = $1::xid8 AND e.created_at = $2::timestamptz LIMIT ${MAX_EVENTS + 1}`;

/** The number of events of a transaction, and the length of their payloads. */
export const MEASURE_CHANGE = statement<
  [transactionId: string, createdAt: string],
  { events: number; characters: number }
>(
  'undo.measure-change',
  /* sql */ `
    SELECT count(*)::int AS events,
           COALESCE(sum(length(e.data::text)), 0)::float8
             + COALESCE(sum(length(e.pre_data::text)), 0)::float8 AS characters
      FROM (${OF_TRANSACTION}) e`,
);

/** Reads the events of a transaction that the caller may see, newest first. */
export const READ_CHANGE = dynamicStatement<
  [transactionId: string, createdAt: string, ...Visibility],
  { event: UndoableEvent }
>('undo.read-change', (transactionId, createdAt, visible, hiddenProjects) => {
  const values: unknown[] = [transactionId, createdAt];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const wanted = areVisible(visible, hiddenProjects, bind);
  return {
    text: /* sql */ `
      SELECT ${EVENT_JSON_WITHOUT_ADDRESS} AS event FROM (${OF_TRANSACTION}) e
       WHERE ${['true', ...wanted].join(' AND ')} ORDER BY e.id DESC`,
    values,
  };
});

/** An event of a feature, and those of dependencies in the same transaction, newest first. */
export const READ_DEPENDENCIES_OF_CHANGE = statement<
  [id: number, featureName: string, createdAt: string],
  { event: UndoableEvent }
>(
  'undo.read-dependencies-of-change',
  /* sql */ `
    SELECT ${EVENT_JSON_WITHOUT_ADDRESS} AS event FROM event e
     WHERE e.feature_name = $2 AND e.created_at = $3::timestamptz
       AND (e.id = $1::bigint OR e.type LIKE 'feature-depend%')
     ORDER BY e.id DESC`,
);

/**
 * Marks events as undone, and returns those that were not. Waits for transactions that mark one of
 * them.
 */
export const MARK_UNDONE = statement<[ids: readonly number[]], { id: number }>(
  'undo.mark-undone',
  /* sql */ `
    INSERT INTO event_undo (event_id)
    SELECT w.id FROM unnest($1::bigint[]) AS w(id) ORDER BY w.id
    ON CONFLICT ON CONSTRAINT event_undo_pkey DO NOTHING
    RETURNING event_id::float8 AS id`,
);

/** Which of some events are undone, and by which events. Leaves out those marked just now. */
export const READ_UNDONE = statement<[ids: readonly number[]], { id: number; undoneBy: number }>(
  'undo.read-undone',
  /* sql */ `
    SELECT u.event_id::float8 AS id, u.undone_by::float8 AS "undoneBy" FROM event_undo u
     WHERE u.event_id = ANY ($1::bigint[]) AND u.undone_by IS NOT NULL ORDER BY u.event_id`,
);

/** The events by which the current transaction undoes others, oldest first. */
export const READ_RECORDED = statement<[ids: readonly number[]], { change: RecordedChange }>(
  'undo.read-recorded',
  /* sql */ `
    SELECT jsonb_build_object('id', e.id, 'type', e.type, 'undoes', e.undoes,
             'featureName', e.feature_name, 'project', e.project, 'environment', e.environment,
             'data', e.data, 'preData', e.pre_data) AS change
      FROM event e
     WHERE e.transaction_id = pg_current_xact_id() AND e.created_at = now()
       AND e.undoes = ANY ($1::bigint[])
     ORDER BY e.id`,
);

/** The first deletion of a feature, project or environment after an event. */
export const FIND_DELETION = statement<
  [
    after: number,
    features: readonly string[],
    projects: readonly string[],
    environments: readonly string[],
  ],
  { id: number }
>(
  'undo.find-deletion',
  /* sql */ `
    SELECT d.id::float8 AS id FROM (
      (SELECT e.id FROM event e
        WHERE e.type = 'feature-deleted' AND e.id > $1::bigint AND e.feature_name = ANY ($2)
        LIMIT 1)
      UNION ALL (SELECT e.id FROM event e
        WHERE e.type = 'project-deleted' AND e.id > $1::bigint AND e.project = ANY ($3) LIMIT 1)
      UNION ALL (SELECT e.id FROM event e
        WHERE e.type = 'environment-deleted' AND e.id > $1::bigint AND e.environment = ANY ($4)
        LIMIT 1)) d
     LIMIT 1`,
);

/** Records by which event each of some events was undone. */
export const LINK_UNDONE = statement<[ids: readonly number[], undoneBy: readonly number[]]>(
  'undo.link-undone',
  /* sql */ `
    UPDATE event_undo u SET undone_by = w.undone_by
      FROM unnest($1::bigint[], $2::bigint[]) AS w(event_id, undone_by)
     WHERE u.event_id = w.event_id`,
);

/** Removes the marks of events whose undoing was undone. */
export const MARK_DONE_AGAIN = statement<[ids: readonly number[]]>(
  'undo.mark-done-again',
  'DELETE FROM event_undo WHERE event_id = ANY ($1::bigint[])',
);

/** Removes some marks of events that retention has removed. */
export const FORGET_REMOVED = statement<[]>(
  'undo.forget-removed',
  /* sql */ `
    DELETE FROM event_undo WHERE event_id IN (
      SELECT u.event_id FROM event_undo u WHERE u.event_id < (SELECT min(e.id) FROM event e)
       ORDER BY u.event_id LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
);
