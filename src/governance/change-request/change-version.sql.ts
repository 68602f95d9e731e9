import {
  featureVersion,
  hasChanged,
  isForgotten,
  type Mark,
  markOf,
  placeVersion,
  strategyVersion,
  versionOf,
} from '../../flags/feature/feature-version.sql.js';
import { PLAN_ACTIONS } from './actions/change-action.js';

const isOneOf = (change: string, actions: readonly string[]): string =>
  `${change}.action IN (${actions.map((name) => `'${name}'`).join(', ')})`;
const OF_STRATEGY = ['updateStrategy', 'deleteStrategy'];
const OF_FEATURE = ['archiveFeature', 'addDependency', 'deleteDependency'];

/**
 * Version of the visible properties of a release plan. Checks of its safeguards write the row as
 * well.
 */
const PLAN_VERSION = versionOf('p.id', 'p.active_milestone_id', 'p.milestones', 'p.safeguards');

/**
 * The version of what the change `c` of the request `cr` touches (ADR 31): a strategy, a segment,
 * a release plan, a template with the place of a new plan, the feature with all its parts, or the
 * feature in the environment. Null when it does not exist.
 */
const versionBy = (mark: Mark): string => /* sql */ `CASE
  WHEN c.segment_id IS NOT NULL THEN
    (SELECT ${versionOf('s.id', markOf(mark, 'segment', 's'))} FROM segment s
      WHERE s.id = c.segment_id)
  WHEN ${isOneOf('c', OF_STRATEGY)} THEN
    (SELECT ${strategyVersion(mark)}
       FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fs.feature_name = c.feature_name
        AND fs.environment = cr.environment AND fs.id::text = lower(c.payload ->> 'id'))
  WHEN ${isOneOf('c', OF_FEATURE)} THEN
    (SELECT ${featureVersion(mark)} FROM feature f
      WHERE f.project = cr.project AND f.name = c.feature_name AND f.archived_at IS NULL)
  WHEN ${isOneOf('c', PLAN_ACTIONS)} THEN
    (SELECT ${PLAN_VERSION} FROM release_plan p JOIN feature f ON f.name = p.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND p.feature_name = c.feature_name
        AND p.environment = cr.environment)
  WHEN c.action = 'addReleasePlan' THEN
    (SELECT ${versionOf(placeVersion(mark), 't.id', markOf(mark, 'release_plan_template', 't'))}
       FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
       JOIN release_plan_template t ON t.id::text = lower(c.payload ->> 'templateId')
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fe.feature_name = c.feature_name
        AND fe.environment = cr.environment)
  ELSE
    (SELECT ${placeVersion(mark)}
       FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fe.feature_name = c.feature_name
        AND fe.environment = cr.environment)
  END`;
export const VERSION = versionBy('xmin');
/** The version that is the same after a restore, when {@link VERSION} is forgotten (''). */
export const DIGEST = versionBy('content');

/** The conflict of a change of which only its content, which takes longer, knows whether it is. */
export const MAY_HAVE_CHANGED = 'It may have changed since the change was added.';

const HAS_CHANGED = 'It has changed since the change was added.';

/** @param cases Those of an expression `CASE`, when what the change is about exists. */
const conflictOf = (cases: string): string => /* sql */ `(SELECT CASE
  WHEN now.version IS NULL THEN 'It no longer exists, or is archived.'
  ${cases}
  END FROM (SELECT ${VERSION} AS version OFFSET 0) now)`;

/** Why the change `c` of the request `cr` conflicts with the present state; null if it does not. */
export const CONFLICT = conflictOf(
  `WHEN ${hasChanged('now.version', 'c', DIGEST)} THEN '${HAS_CHANGED}'`,
);
/** The same in less time, or {@link MAY_HAVE_CHANGED} after a restore. */
export const QUICK_CONFLICT = conflictOf(`WHEN COALESCE(now.version = c.version, true) THEN NULL
  WHEN ${isForgotten('c')} THEN '${MAY_HAVE_CHANGED}' ELSE '${HAS_CHANGED}'`);

/** The strategy that a change is about. */
const strategyOf = (change: string): string => `lower(${change}.payload ->> 'id')`;

/** What the change `c` touches, as texts of the same form as {@link EFFECTS}. */
const TARGETS = /* sql */ `CASE
  WHEN c.segment_id IS NOT NULL THEN ARRAY['segment ' || c.segment_id]
  WHEN ${isOneOf('c', OF_FEATURE)} THEN ARRAY['feature ' || c.feature_name]
  ELSE ARRAY['archived ' || c.feature_name] || CASE
    WHEN ${isOneOf('c', OF_STRATEGY)} THEN ARRAY['order ' || c.feature_name,
      'strategy ' || ${strategyOf('c')} || ' ' || c.feature_name]
    WHEN ${isOneOf('c', PLAN_ACTIONS)} THEN ARRAY['plan ' || c.feature_name]
    ELSE ARRAY['place ' || c.feature_name] END
  END`;

/** What making the change `o` changes, as texts; `is_here` is whether it is in the environment. */
const EFFECTS = /* sql */ `CASE
  WHEN o.segment_id IS NOT NULL THEN ARRAY['segment ' || o.segment_id]
  WHEN o.action = 'archiveFeature'
    THEN ARRAY['feature ' || o.feature_name, 'archived ' || o.feature_name]
  WHEN NOT o.is_here OR ${isOneOf('o', OF_FEATURE)} THEN ARRAY['feature ' || o.feature_name]
  ELSE ARRAY['feature ' || o.feature_name, 'place ' || o.feature_name] || CASE
    WHEN o.action = 'reorderStrategy' THEN ARRAY['order ' || o.feature_name]
    WHEN ${isOneOf('o', OF_STRATEGY)}
      THEN ARRAY['strategy ' || o.strategy || ' ' || o.feature_name]
    WHEN ${isOneOf('o', PLAN_ACTIONS)} THEN ARRAY['plan ' || o.feature_name]
    ELSE '{}' END
  END`;

/** Maximum number of scheduled change requests that are named for a change. */
const MAX_NAMED = 10;

/**
 * A common table expression: the first scheduled change requests, other than the request `cr`, that
 * will change what its changes touch. It is computed once for all changes, and equal changes of a
 * scheduled request count once.
 */
export const PLANNED = /* sql */ `planned AS MATERIALIZED (
    SELECT e.target, (array_agg(DISTINCT o.id))[1:${MAX_NAMED}] AS ids
      FROM (
        SELECT DISTINCT ocr.id, ocr.environment = cr.environment AS is_here, k.segment_id,
               k.feature_name, k.action,
               CASE WHEN ${isOneOf('k', OF_STRATEGY)} THEN ${strategyOf('k')} END AS strategy
          FROM change_request ocr JOIN change_request_change k ON k.change_request_id = ocr.id
         WHERE ocr.state = 'Scheduled' AND ocr.schedule_status = 'pending'
           AND ocr.project = cr.project AND ocr.id <> cr.id
           AND (k.feature_name IN (SELECT c.feature_name FROM change_request_change c
                 WHERE c.change_request_id = cr.id)
             OR k.segment_id IN (SELECT c.segment_id FROM change_request_change c
                 WHERE c.change_request_id = cr.id))
      ) o, unnest(${EFFECTS}) e(target)
     WHERE e.target IN (SELECT unnest(${TARGETS}) FROM change_request_change c
             WHERE c.change_request_id = cr.id)
     GROUP BY 1
  )`;

/**
 * JSON of other scheduled change requests after which the change `c` of the request `cr` would
 * conflict; null when there are none. Needs {@link PLANNED}.
 */
export const SCHEDULE_CONFLICTS = /* sql */ `(
  SELECT jsonb_build_object('changeRequests', jsonb_agg(jsonb_build_object('id', n.id,
           'title', COALESCE(n.title, 'Change request #' || n.id)) ORDER BY n.id))
    FROM (SELECT DISTINCT named.id FROM planned p, unnest(p.ids) named(id)
           WHERE p.target = ANY (${TARGETS}) ORDER BY named.id LIMIT ${MAX_NAMED}) f
    JOIN change_request n ON n.id = f.id
  HAVING count(*) > 0)`;
