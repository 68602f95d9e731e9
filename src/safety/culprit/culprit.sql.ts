import { EVENT_JSON_WITHOUT_ADDRESS } from '../../audit/audit-log/event/event.sql.js';
import { revealsNoHidden } from '../../core/auth/permissions/hidden.sql.js';
import { statement } from '../../platform/database/statement.js';
import { anyPayloadOf } from '../../core/event/event-payload.sql.js';
import type { EventOf, StoredEvent } from '../../core/event/event.types.js';
import type { EventResponse } from '../../audit/audit-log/event/event.dto.js';
import { nearTo } from '../history/history-steps.sql.js';

/** Maximum number of changes that are compared: the last ones before the moment. */
export const MOST_EXAMINED = 200;
/** A change that is served within so many seconds counts from when it was made. */
const LATE_SECONDS = 10;
/** How many hours of usage before and after a change are compared. */
export const USAGE_HOURS = 3;

/** Changes of what SDKs evaluate, in a project. Everybody may see them who sees the project. */
const OF_PROJECTS = [
  'feature-archived',
  'feature-revived',
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
  'feature-project-change',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-environment-variants-updated',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
  'project-environment-removed',
] as const satisfies readonly StoredEvent['type'][];
/** Changes that concern all projects, unless the event names one. */
const OF_MANY = [
  'segment-updated',
  'segment-deleted',
  'environment-deleted',
] as const satisfies readonly StoredEvent['type'][];
/** The types of events that can be culprits. */
export const CULPRIT_TYPES = [...OF_PROJECTS, ...OF_MANY] as const;

const segment = anyPayloadOf<EventOf<'segment-updated' | 'segment-deleted'>>();
const list = (types: readonly string[]): string => `'{${types.join()}}'::text[]`;

/** What is known of a change besides its event. Usage is null when none is kept. */
export interface CulpritFacts {
  event: EventResponse;
  /** Names of environments of type production where it has an effect. */
  production: string[];
  /** The largest share of users in a strategy of the feature there now, from 0 to 100. */
  rollout: number | null;
  /** The number of features that depend on the feature now. */
  dependants: number;
  /** The number of features that use the segment in production now; null for other changes. */
  segmentFeatures: number | null;
  /** When an instance that had been cut off served it, if that was before the moment. */
  servedAt: string | null;
  /** When it was undone, if that was before the moment. */
  undoneAt: string | null;
  /** Evaluations in full hours before the change. */
  yesBefore: number;
  noBefore: number;
  /** Evaluations from the hour of the change on, until the moment. */
  yesAfter: number;
  noAfter: number;
}

type Parameters = [
  at: string,
  from: string,
  project: string | null,
  environment: string | null,
  hiddenProjects: readonly string[],
];

/** The conditions of an event `e` between the two moments that the caller may see. */
const IS_WANTED = /* sql */ `
  e.created_at <= $1::timestamptz AND e.created_at > $2::timestamptz
    AND ($4::text IS NULL OR e.environment IS NULL OR e.environment = $4)
    AND ${revealsNoHidden('$5::text[]', CULPRIT_TYPES)}`;

/**
 * The ids of the two moments limit each scan of an index, since neither index has a time. Events of
 * transactions that overlap the first moment can be missing; those after the second one cannot.
 */
const ofTypes = (types: readonly string[], condition = 'true'): string => /* sql */ `
  SELECT found.id, found.created_at FROM unnest(${list(types)}) wanted (type)
   CROSS JOIN LATERAL (SELECT e.id, e.created_at FROM event e
     WHERE (e.type, e.id) >= (wanted.type, (SELECT s.id FROM since s))
       AND (e.type, e.id) < (wanted.type, (SELECT u.id FROM until u))
       AND ${IS_WANTED} AND ${condition}
     ORDER BY e.type DESC, e.id DESC LIMIT ${MOST_EXAMINED} + 1) found`;

/** Equal, not compared as a pair: PostgreSQL would take that for a third of all events. */
const OF_ONE_PROJECT = /* sql */ `
  (SELECT e.id, e.created_at FROM event e
    WHERE e.project = $3 AND e.id >= (SELECT s.id FROM since s)
      AND e.id < (SELECT u.id FROM until u) AND e.type = ANY (${list(OF_PROJECTS)})
      AND ${IS_WANTED}
    ORDER BY e.id DESC LIMIT ${MOST_EXAMINED} + 1)
  UNION ALL ${ofTypes(OF_MANY, '(e.project IS NULL OR e.project = $3)')}`;

/** The environments of type production where the event `e` has an effect. */
const PRODUCTION = /* sql */ `
  ARRAY(SELECT n.name FROM environment n
         WHERE n.type = 'production' AND (e.environment IS NULL OR n.name = e.environment)
         ORDER BY n.name)`;

const visibleIn = (feature: string): string => /* sql */ `
  EXISTS (SELECT FROM feature f WHERE f.name = ${feature} AND f.archived_at IS NULL
           AND f.project <> ALL ($5::text[]))`;

/** The largest share of users in a strategy of the feature of the event `e` there now. */
const ROLLOUT = /* sql */ `
         (SELECT max(CASE WHEN fs.parameters ->> 'rollout' ~ '^\\d{1,3}$'
             THEN (fs.parameters ->> 'rollout')::float8 ELSE 100 END)
            FROM feature_strategy fs
           WHERE fs.feature_name = e.feature_name AND NOT fs.disabled
             AND fs.environment = e.environment)`;

/** When the last instance served the event `e`, if that was late and before the moment. */
const SERVED = /* sql */ `
         (SELECT iso8601(max(l.served_at)) FROM late_serving l
           WHERE l.served_at > e.created_at + interval '${LATE_SECONDS} seconds'
             AND l.served_at <= $1::timestamptz
             AND NOT pg_visible_in_snapshot(e.transaction_id, l.since)
             AND pg_visible_in_snapshot(e.transaction_id, l.until))`;

/** Evaluations of the feature of the event `e`, before and after the event. */
const USED = /* sql */ `
      SELECT COALESCE(sum(m.yes) FILTER (WHERE m.hour < changed.hour), 0)::float8 AS "yesBefore",
             COALESCE(sum(m.no) FILTER (WHERE m.hour < changed.hour), 0)::float8 AS "noBefore",
             COALESCE(sum(m.yes) FILTER (WHERE m.hour >= changed.hour), 0)::float8 AS "yesAfter",
             COALESCE(sum(m.no) FILTER (WHERE m.hour >= changed.hour), 0)::float8 AS "noAfter"
        FROM (SELECT date_trunc('hour', e.created_at, 'UTC') AS hour) changed
        LEFT JOIN client_metric m
          ON m.feature_name = e.feature_name AND m.environment = ANY (
               CASE WHEN e.environment IS NULL THEN ${PRODUCTION} ELSE ARRAY[e.environment] END)
         AND m.hour >= changed.hour - ${USAGE_HOURS} * interval '1 hour'
         AND m.hour < changed.hour + ${USAGE_HOURS} * interval '1 hour'
         AND m.hour <= $1::timestamptz`;

const culprits = (found: string): string => /* sql */ `
  WITH RECURSIVE ${nearTo('$1::timestamptz', 'until')}, ${nearTo('$2::timestamptz', 'since')},
  last AS MATERIALIZED (
    SELECT found.id, found.created_at FROM (${found}) found
     ORDER BY found.id DESC LIMIT ${MOST_EXAMINED} + 1
  )
  SELECT ${EVENT_JSON_WITHOUT_ADDRESS} AS event, ${PRODUCTION} AS production,
         ${ROLLOUT} AS rollout, ${SERVED} AS "servedAt",
         (SELECT count(*)::float8 FROM feature_dependency d
           WHERE d.parent = e.feature_name AND ${visibleIn('d.child')}) AS dependants,
         CASE WHEN e.type IN ('segment-updated', 'segment-deleted') THEN (
           SELECT count(DISTINCT fs.feature_name)::float8
             FROM feature_strategy_segment x JOIN feature_strategy fs ON fs.id = x.strategy_id
             JOIN environment n ON n.name = fs.environment AND n.type = 'production'
            WHERE x.segment_id::text = ${segment.text('either', 'id')} AND NOT fs.disabled
              AND ($3::text IS NULL OR EXISTS (
                SELECT FROM feature own WHERE own.name = fs.feature_name AND own.project = $3))
              AND ${visibleIn('fs.feature_name')}) END AS "segmentFeatures",
         (SELECT iso8601(later.created_at) FROM event_undo u JOIN event later
             ON later.id = u.undone_by
           WHERE u.event_id = e.id AND later.created_at <= $1::timestamptz) AS "undoneAt",
         used.*
    FROM last
    CROSS JOIN LATERAL (SELECT * FROM event one
      WHERE one.id = last.id AND one.created_at = last.created_at OFFSET 0) e
    CROSS JOIN LATERAL (${USED}) used
   ORDER BY e.id DESC`;

/** The last changes before a moment, newest first; one more than the maximum if there are more. */
export const CULPRITS = statement<Parameters, CulpritFacts>(
  'culprit.culprits',
  culprits(ofTypes(CULPRIT_TYPES, '$3::text IS NULL')),
);

/** Like {@link CULPRITS}, of one project. */
export const CULPRITS_IN_PROJECT = statement<Parameters, CulpritFacts>(
  'culprit.culprits-in-project',
  culprits(OF_ONE_PROJECT),
);
