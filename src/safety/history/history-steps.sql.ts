import { anyPayloadOf, payloadOf } from '../../core/event/event-payload.sql.js';
import type { EventOf, StoredEvent } from '../../core/event/event.types.js';

/**
 * How many ids before the event found by halving are searched as well. Transactions overlap, so an
 * event can have a lower id and a later time.
 */
const OVERLAP = 20_000;

/** Events of features, wherever they happen. */
export const OF_FEATURES = [
  'feature-created',
  'feature-deleted',
  'feature-archived',
  'feature-revived',
  'feature-metadata-updated',
  'feature-stale-on',
  'feature-stale-off',
  'feature-tagged',
  'feature-untagged',
  'feature-link-added',
  'feature-link-updated',
  'feature-link-removed',
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
  'feature-project-change',
] as const satisfies readonly StoredEvent['type'][];
/** Events of a feature in one environment. */
export const OF_PLACES = [
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-environment-variants-updated',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
] as const satisfies readonly StoredEvent['type'][];
/** Events that change many features, or what features refer to. */
export const SHARED = [
  'project-created',
  'project-deleted',
  'project-environment-added',
  'project-environment-removed',
  'environment-created',
  'environment-updated',
  'environment-deleted',
  'tag-deleted',
  'tag-type-deleted',
  'segment-deleted',
] as const satisfies readonly StoredEvent['type'][];
/** Events of segments. */
export const OF_SEGMENTS = [
  'segment-created',
  'segment-updated',
  'segment-deleted',
] as const satisfies readonly StoredEvent['type'][];
/** Events of dependencies between features. */
export const OF_DEPENDENCIES = [
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
] as const satisfies readonly StoredEvent['type'][];

type Strategy = `feature-strategy-${'add' | 'update' | 'remove'}`;
const strategy = anyPayloadOf<EventOf<Strategy>>();
const LINKS = ['feature-link-added', 'feature-link-updated', 'feature-link-removed'] as const;
const link = anyPayloadOf<EventOf<(typeof LINKS)[number]>>();
const tag = anyPayloadOf<EventOf<'feature-tagged' | 'feature-untagged'>>();
export const ofSegment = anyPayloadOf<EventOf<(typeof OF_SEGMENTS)[number]>>();
export const ofDependency = anyPayloadOf<EventOf<(typeof OF_DEPENDENCIES)[number]>>();

const move = payloadOf<EventOf<'feature-project-change'>>();

/** A condition of the type of an event `e`. */
export const typed = (types: readonly string[]): string =>
  `e.type = ANY ('{${types.join()}}'::text[])`;

/**
 * The expression `near`: roughly the first event after a moment. Ids nearly follow the times at
 * which transactions began, so they are searched by halving. It needs `WITH RECURSIVE`.
 */
export const nearTo = (moment: string, near = 'near'): string => /* sql */ `
  ${near}_search (low, high) AS (
    SELECT min(e.id), max(e.id) + 1 FROM event e
    UNION ALL
    SELECT CASE WHEN probe.created_at > ${moment} THEN s.low ELSE probe.id + 1 END,
           CASE WHEN probe.created_at > ${moment} THEN s.middle ELSE s.high END
      FROM (SELECT low, high, (low + high) / 2 AS middle FROM ${near}_search WHERE low < high) s
     CROSS JOIN LATERAL (SELECT e.id, e.created_at FROM event e
       WHERE e.id >= s.middle ORDER BY e.id LIMIT 1) probe
  ), ${near} AS MATERIALIZED (SELECT max(low) AS id FROM ${near}_search)`;

/**
 * The expressions before those of each reading. `boundary` is the first event whose transaction
 * began after the moment `$1`; all from it on are undone. It is searched near to the moment, and in
 * some ids before that for transactions that overlap.
 */
export const BOUNDARY = /* sql */ `
  ${nearTo('$1::timestamptz')},
  boundary AS MATERIALIZED (
    SELECT COALESCE((SELECT e.id FROM event e
                      WHERE e.id >= (SELECT n.id FROM near n) - ${OVERLAP}
                        AND e.id < (SELECT n.id FROM near n) AND e.created_at > $1::timestamptz
                      ORDER BY e.id LIMIT 1), (SELECT n.id FROM near n)) AS id
  )`;

/** Conditions of events `e` and removed parts `r` that are undone. */
export const FROM_BOUNDARY = 'e.id >= (SELECT b.id FROM boundary b)';
export const PART_FROM_BOUNDARY = 'r.event_id >= (SELECT b.id FROM boundary b)';

/** The names of features that left projects since the boundary. */
export const movedFrom = (projects: string): string => /* sql */ `
  moved AS MATERIALIZED (
    SELECT DISTINCT e.feature_name AS name FROM event e
     WHERE ${typed(['feature-project-change'])} AND ${FROM_BOUNDARY}
       AND ${move.text('data', 'oldProject')} = ANY (${projects})
  )`;
export const HAS_MOVED = 'IN (SELECT m.name FROM moved m)';

/** The first row of each reading: from when on history is kept, and how many events were found. */
export const ABOUT = /* sql */ `
  SELECT 'about' AS kind, NULL::text AS name, json_build_object(
    'isKept', $1::timestamptz >= GREATEST(
      (SELECT e.created_at FROM event e ORDER BY e.id LIMIT 1),
      (SELECT h.events_from FROM event_tally_horizon h)),
    'keptFrom', iso8601(GREATEST((SELECT e.created_at FROM event e ORDER BY e.id LIMIT 1),
      (SELECT h.events_from FROM event_tally_horizon h))),
    'completeFrom', (SELECT s.complete_from_event_id FROM history_start s),
    'events', GREATEST((SELECT count(*) FROM chosen), (SELECT count(*) FROM parts))
    )::text AS value`;

/** What distinguishes events of one type about the same feature, project and environment. */
const SUBJECT = /* sql */ `
  CASE WHEN ${typed(['feature-strategy-add', 'feature-strategy-update', 'feature-strategy-remove'])}
       THEN COALESCE(${strategy.text('data', 'id')}, ${strategy.text('preData', 'id')})
       WHEN ${typed(['feature-tagged', 'feature-untagged'])}
       THEN COALESCE(${tag.text('data', 'type')}, ${tag.text('preData', 'type')}) || ':'
         || COALESCE(${tag.text('data', 'value')}, ${tag.text('preData', 'value')})
       WHEN ${typed(LINKS)}
       THEN COALESCE(${link.text('data', 'id')}, ${link.text('preData', 'id')})
       WHEN ${typed(OF_DEPENDENCIES)} THEN e.id::text
       WHEN ${typed(OF_SEGMENTS)}
       THEN COALESCE(${ofSegment.text('data', 'id')}, ${ofSegment.text('preData', 'id')})
       ELSE '' END`;

/**
 * The first chosen event of each type and subject, which alone tells what was before. `chosen` has
 * one event more than the maximum when there are too many.
 */
export const FIRST = /* sql */ `
  subjects AS (SELECT e.*, ${SUBJECT} AS subject FROM chosen e),
  first AS MATERIALIZED (
    SELECT DISTINCT ON (s.feature_name, s.project, s.environment, s.type, s.subject) s.*
      FROM subjects s
     ORDER BY s.feature_name, s.project, s.environment, s.type, s.subject, s.id
  )`;

/** The columns of `chosen`. */
export const EVENT_COLUMNS =
  'e.id, e.type, e.created_at, e.feature_name, e.project, e.environment, e.data, e.pre_data';
const HAS_DATA = typed([...OF_DEPENDENCIES, 'feature-tagged', 'feature-project-change']);

/** Rows of the first events, and of what events removed. */
export const STEPS = /* sql */ `
  SELECT 'step' AS kind, NULL::text AS name, json_build_object('id', e.id, 'type', e.type,
    'isPart', false, 'createdAt', iso8601(e.created_at), 'featureName', e.feature_name,
    'project', e.project, 'environment', e.environment, 'subject', e.subject,
    'data', CASE WHEN ${HAS_DATA} THEN e.data END, 'before', e.pre_data)::text AS value
    FROM first e
  UNION ALL
  SELECT 'step', NULL, json_build_object('id', r.event_id, 'type', r.type, 'isPart', true,
    'createdAt', NULL, 'featureName', r.feature_name, 'project', r.project,
    'environment', r.environment, 'subject', '', 'data', NULL, 'before', r.data)::text
    FROM parts r`;

/** Environments as they are. */
export const ENVIRONMENTS = /* sql */ `
  SELECT 'environment', e.name, json_build_object('type', e.type, 'sortOrder', e.sort_order)::text
    FROM environment e`;

/** Rows of the environments that projects have. */
export const membersOf = (condition: string): string => /* sql */ `
  SELECT 'member', pe.project, to_json(pe.environment)::text FROM project_environment pe
   WHERE ${condition}`;

/** A row of a reading; `value` is JSON. */
export interface HistoryRow {
  kind: string;
  name: string | null;
  value: string | null;
}
