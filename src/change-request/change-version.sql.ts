import {
  FEATURE_VERSION,
  rowsOf,
  segmentsOf,
  STRATEGY_VERSION,
  versionOf,
} from '../feature/feature-version.sql.js';
import { PLAN_ACTIONS } from './actions/action-names.js';

const isOneOf = (change: string, actions: readonly string[]): string =>
  `${change}.action IN (${actions.map((name) => `'${name}'`).join(', ')})`;
const OF_STRATEGY = ['updateStrategy', 'deleteStrategy'];
const OF_FEATURE = ['archiveFeature', 'addDependency', 'deleteDependency'];

const IN_PLACE = 'part.feature_name = fe.feature_name AND part.environment = fe.environment';
const PLACE_VERSION = versionOf(
  'fe.feature_name',
  'fe.environment',
  'fe.xmin',
  rowsOf('feature_strategy', 'part.id', IN_PLACE),
  segmentsOf(`SELECT part.id FROM feature_strategy part WHERE ${IN_PLACE}`),
);

/** Of what a release plan shows: checks of its safeguards write the row, too. */
const PLAN_VERSION = versionOf('p.id', 'p.active_milestone_id', 'p.milestones', 'p.safeguards');

/**
 * The version of what the change `c` of the request `cr` touches (ADR 31): a strategy, a segment,
 * a release plan, a template with the place of a new plan, the feature with all its parts, or the
 * feature in the environment. Null when it does not exist.
 */
export const VERSION = /* sql */ `CASE
  WHEN c.segment_id IS NOT NULL THEN
    (SELECT ${versionOf('s.id', 's.xmin')} FROM segment s WHERE s.id = c.segment_id)
  WHEN ${isOneOf('c', OF_STRATEGY)} THEN
    (SELECT ${STRATEGY_VERSION} FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fs.feature_name = c.feature_name
        AND fs.environment = cr.environment AND fs.id::text = lower(c.payload ->> 'id'))
  WHEN ${isOneOf('c', OF_FEATURE)} THEN
    (SELECT ${FEATURE_VERSION} FROM feature f
      WHERE f.project = cr.project AND f.name = c.feature_name AND f.archived_at IS NULL)
  WHEN ${isOneOf('c', PLAN_ACTIONS)} THEN
    (SELECT ${PLAN_VERSION} FROM release_plan p JOIN feature f ON f.name = p.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND p.feature_name = c.feature_name
        AND p.environment = cr.environment)
  WHEN c.action = 'addReleasePlan' THEN
    (SELECT ${versionOf(PLACE_VERSION, 't.id', 't.xmin')}
       FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
       JOIN release_plan_template t ON t.id::text = lower(c.payload ->> 'templateId')
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fe.feature_name = c.feature_name
        AND fe.environment = cr.environment)
  ELSE
    (SELECT ${PLACE_VERSION} FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fe.feature_name = c.feature_name
        AND fe.environment = cr.environment)
  END`;

/** Why the change `c` of the request `cr` conflicts with the present state; null if it does not. */
export const CONFLICT = /* sql */ `(SELECT CASE
  WHEN now.version IS NULL THEN 'It no longer exists, or is archived.'
  WHEN now.version <> c.version THEN 'It has changed since the change was added.'
  END FROM (SELECT ${VERSION} AS version OFFSET 0) now)`;

/**
 * Whether making the change `o` of the request `ocr` changes the version of what the change `c` of
 * the request `cr` touches.
 */
const CHANGES_TARGET = /* sql */ `
  (o.segment_id = c.segment_id OR o.feature_name = c.feature_name) AND CASE
    WHEN c.segment_id IS NOT NULL OR o.action = 'archiveFeature' OR ${isOneOf('c', OF_FEATURE)}
      THEN true
    WHEN ocr.environment <> cr.environment OR ${isOneOf('o', OF_FEATURE)} THEN false
    WHEN ${isOneOf('c', OF_STRATEGY)} THEN o.action = 'reorderStrategy'
      OR ${isOneOf('o', OF_STRATEGY)} AND lower(o.payload ->> 'id') = lower(c.payload ->> 'id')
    WHEN ${isOneOf('c', PLAN_ACTIONS)} THEN ${isOneOf('o', PLAN_ACTIONS)}
    ELSE true END`;

/** Maximum number of scheduled change requests that are named for a change. */
const MAX_NAMED = 10;

/**
 * JSON of other scheduled change requests after which the change `c` of the request `cr` would
 * conflict; null when there are none.
 */
export const SCHEDULE_CONFLICTS = /* sql */ `(
  SELECT jsonb_build_object('changeRequests',
           jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title) ORDER BY f.id))
    FROM (SELECT DISTINCT ocr.id, COALESCE(ocr.title, 'Change request #' || ocr.id) AS title
            FROM change_request_change o JOIN change_request ocr ON ocr.id = o.change_request_id
           WHERE ocr.state = 'Scheduled' AND ocr.schedule_status = 'pending'
             AND ocr.project = cr.project AND ocr.id <> cr.id AND ${CHANGES_TARGET}
           ORDER BY ocr.id LIMIT ${MAX_NAMED}) f
  HAVING count(*) > 0)`;
