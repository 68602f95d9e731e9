import { statement } from '../database/statement.js';
import {
  FEATURE_VERSION,
  rowsOf,
  segmentsOf,
  STRATEGY_VERSION,
  versionOf,
} from '../feature/feature-version.sql.js';
import type { Json } from '../http/json.js';
import { PLAN_ACTIONS } from './actions/action-names.js';
import type {
  ChangeRequestCountResponse,
  ChangeRequestResponse,
  ChangeRequestSearchResponse,
  ReviewersResponse,
  ScheduledChangeRequestResponse,
} from './change-request.response.js';
import type { ChangeRequestState } from './states.js';

/** The states in which a change request can still be applied. */
export const OPEN = `('Draft', 'In review', 'Approved', 'Scheduled')`;

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
  WHEN c.action IN ('updateStrategy', 'deleteStrategy') THEN
    (SELECT ${STRATEGY_VERSION} FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
      WHERE f.project = cr.project AND f.archived_at IS NULL AND fs.feature_name = c.feature_name
        AND fs.environment = cr.environment AND fs.id::text = lower(c.payload ->> 'id'))
  WHEN c.action IN ('archiveFeature', 'addDependency', 'deleteDependency') THEN
    (SELECT ${FEATURE_VERSION} FROM feature f
      WHERE f.project = cr.project AND f.name = c.feature_name AND f.archived_at IS NULL)
  WHEN c.action IN (${PLAN_ACTIONS.map((name) => `'${name}'`).join()}) THEN
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

/** How many approvals the request `cr` requires. */
export const MIN_APPROVALS = /* sql */ `
  CASE WHEN cr.state IN ${OPEN} THEN COALESCE((SELECT pe.required_approvals
    FROM project_environment pe
   WHERE pe.project = cr.project AND pe.environment = cr.environment), cr.min_approvals)
  ELSE cr.min_approvals END`;

const user = (id: string): string => /* sql */ `
  (SELECT jsonb_build_object('id', u.id, 'username', u.display_name, 'imageUrl', u.image_url)
     FROM app_user u WHERE u.id = ${id})`;
const reviews = (isApproval: boolean): string => /* sql */ `
  (SELECT COALESCE(jsonb_agg(jsonb_build_object('createdBy', ${user('r.user_id')},
     'createdAt', iso8601(r.created_at)) ORDER BY r.created_at, r.user_id), '[]')
     FROM change_request_review r
    WHERE r.change_request_id = cr.id AND r.is_approval = ${isApproval})`;
/** Adds `conflict` to an object when there is one. */
const orConflict = (conflict: string): string => /* sql */ `
  CASE WHEN ${conflict} IS NULL THEN '{}' ELSE jsonb_build_object('conflict', ${conflict}) END`;

/** The property `schedule` of the request `cr`, if it is scheduled. */
const SCHEDULE = /* sql */ `
  CASE WHEN cr.state = 'Scheduled' THEN jsonb_build_object('schedule', jsonb_build_object(
      'scheduledAt', iso8601(cr.scheduled_at), 'status', cr.schedule_status)
      || CASE WHEN cr.schedule_reason IS NULL THEN '{}'
           ELSE jsonb_build_object('reason', cr.schedule_reason) END) ELSE '{}' END`;

/** The features and segments of the request `cr`, with their changes and, if given, conflicts. */
const contentWith = (conflict: string): string => /* sql */ `(
  WITH author AS MATERIALIZED (SELECT ${user('cr.created_by_user_id')} AS json),
  found AS MATERIALIZED (
    SELECT c.*, ${conflict} AS conflict FROM change_request_change c
     WHERE c.change_request_id = cr.id
  ), change AS MATERIALIZED (
    SELECT c.id, c.feature_name, c.segment_id, c.conflict,
           jsonb_build_object('id', c.id, 'action', c.action,
             'createdBy', (SELECT a.json FROM author a), 'createdAt', iso8601(c.created_at))
             || CASE WHEN c.payload IS NULL THEN '{}'
                  ELSE jsonb_build_object('payload', c.payload) END
             || ${orConflict('c.conflict')} AS json
      FROM found c
  )
  SELECT jsonb_build_object('createdBy', (SELECT a.json FROM author a),
    'features', (
      SELECT COALESCE(jsonb_agg(jsonb_build_object('name', g.name, 'changes', g.changes)
               || ${orConflict('g.conflict')} ORDER BY g.first), '[]')
        FROM (SELECT c.feature_name AS name, min(c.id) AS first, min(c.conflict) AS conflict,
                     jsonb_agg(c.json ORDER BY c.id) AS changes
                FROM change c WHERE c.feature_name IS NOT NULL GROUP BY 1) g),
    'segments', (
      SELECT COALESCE(jsonb_agg(jsonb_build_object('name', COALESCE((SELECT s.name FROM segment s
               WHERE s.id = c.segment_id), 'deleted')) || c.json ORDER BY c.id), '[]')
        FROM change c WHERE c.segment_id IS NOT NULL)))`;

/** JSON of the request `cr`. */
const requestWith = (conflict: string): string => /* sql */ `(jsonb_build_object(
  'id', cr.id, 'title', COALESCE(cr.title, 'Change request #' || cr.id),
  'environment', cr.environment, 'minApprovals', ${MIN_APPROVALS}, 'project', cr.project,
  'approvals', ${reviews(true)}, 'rejections', ${reviews(false)},
  'comments', (
    SELECT COALESCE(jsonb_agg(jsonb_build_object('id', k.id, 'text', k.text,
             'createdBy', ${user('k.user_id')}, 'createdAt', iso8601(k.created_at))
             ORDER BY k.id), '[]')
      FROM change_request_comment k WHERE k.change_request_id = cr.id),
  'createdAt', iso8601(cr.created_at), 'stateTimestamps', cr.state_times, 'state', cr.state)
  || ${contentWith(conflict)} || ${SCHEDULE})`;

/** Whether the request `cr` was never sent to review, so that only its author may see it. */
export const IS_PRIVATE = `NOT cr.state_times ? 'In review'`;
const visibleTo = (userId: string): string =>
  `(cr.state_times ? 'In review' OR cr.created_by_user_id = ${userId})`;

/** Reads a change request that a user may see. */
export const READ = statement<
  [project: string, id: number, userId: number],
  { request: Json<ChangeRequestResponse> }
>(
  'change-request.read',
  /* sql */ `
    SELECT ${requestWith(`CASE WHEN cr.state IN ${OPEN} THEN ${CONFLICT} END`)}::text AS request
      FROM change_request cr
     WHERE cr.project = $1 AND cr.id = $2 AND ${visibleTo('$3')}`,
);

/** Finds the place of a change request that a user may see. */
export const FIND_PLACE = statement<
  [id: number, userId: number, hiddenProjects: readonly string[]],
  { projectId: string; environment: string; state: ChangeRequestState }
>(
  'change-request.find-place',
  /* sql */ `
    SELECT cr.project AS "projectId", cr.environment, cr.state FROM change_request cr
     WHERE cr.id = $1 AND ${visibleTo('$2')} AND cr.project <> ALL ($3::text[])`,
);

/** What a list contains at most, in bytes, besides its last request. */
const MAX_LIST_BYTES = 500_000;
/** What each change and comment counts for, besides its content. */
const ITEM_BYTES = 1_000;

const sizeOf = (table: string, content: string): string => /* sql */ `(
  SELECT COALESCE(sum(${ITEM_BYTES} + COALESCE(pg_column_size(part.${content}), 0)), 0)
    FROM ${table} part WHERE part.change_request_id = cr.id)`;

/**
 * Lists some change requests, newest first, without conflicts. The list ends early when the
 * requests have many changes and comments.
 */
const listOf = (condition: string, limit: string): string => /* sql */ `
  WITH page AS MATERIALIZED (
    SELECT cr.* FROM change_request cr WHERE ${condition} ORDER BY cr.id DESC LIMIT ${limit}
  ), sized AS (
    SELECT cr.*, ${sizeOf('change_request_change', 'payload')}
             + ${sizeOf('change_request_comment', 'text')} AS size
      FROM page cr
  ), summed AS (
    SELECT cr.*, sum(cr.size) OVER (ORDER BY cr.id DESC) - cr.size AS before FROM sized cr
  )
  SELECT COALESCE(jsonb_agg(${requestWith('NULL::text')} ORDER BY cr.id DESC), '[]')::text
           AS requests
    FROM summed cr WHERE cr.before < ${MAX_LIST_BYTES}`;

interface Requests {
  requests: Json<ChangeRequestResponse[]>;
}

/** Lists a page of the change requests of a project. */
export const LIST = statement<
  [project: string, userId: number, limit: number, offset: number],
  Requests
>('change-request.list', listOf(`cr.project = $1 AND ${visibleTo('$2')}`, '$3 OFFSET $4'));

/** Lists the open change requests that a user has created. */
export const LIST_OF_USER = statement<[project: string, userId: number, limit: number], Requests>(
  'change-request.list-of-user',
  listOf(`cr.project = $1 AND cr.created_by_user_id = $2 AND cr.state IN ${OPEN}`, '$3'),
);

/** Lists the open change requests that change a feature. */
export const LIST_OF_FEATURE = statement<
  [project: string, userId: number, limit: number, feature: string],
  Requests
>(
  'change-request.list-of-feature',
  listOf(
    /* sql */ `cr.project = $1 AND ${visibleTo('$2')} AND cr.state IN ${OPEN} AND cr.id IN (
      SELECT c.change_request_id FROM change_request_change c WHERE c.feature_name = $4)`,
    '$3',
  ),
);

/** Counts the change requests of a project by state. */
export const COUNT = statement<
  [project: string, userId: number],
  { counts: Json<ChangeRequestCountResponse> }
>(
  'change-request.count',
  /* sql */ `
    SELECT jsonb_build_object('total', count(*),
             'applied', count(*) FILTER (WHERE cr.state = 'Applied'),
             'rejected', count(*) FILTER (WHERE cr.state = 'Rejected'),
             'reviewRequired', count(*) FILTER (WHERE cr.state = 'In review'),
             'approved', count(*) FILTER (WHERE cr.state = 'Approved'),
             'scheduled', count(*) FILTER (WHERE cr.state = 'Scheduled'))::text AS counts
      FROM change_request cr WHERE cr.project = $1 AND ${visibleTo('$2')}`,
);

/** Lists the scheduled change requests of a project by their time. */
export const LIST_SCHEDULED = statement<
  [project: string, limit: number],
  { requests: Json<ScheduledChangeRequestResponse[]> }
>(
  'change-request.list-scheduled',
  /* sql */ `
    SELECT COALESCE(jsonb_agg(jsonb_build_object('id', cr.id, 'environment', cr.environment,
             'title', COALESCE(cr.title, 'Change request #' || cr.id))
             ORDER BY cr.scheduled_at, cr.id), '[]')::text AS requests
      FROM (SELECT cr.* FROM change_request cr WHERE cr.project = $1 AND cr.state = 'Scheduled'
             ORDER BY cr.scheduled_at, cr.id LIMIT $2) cr`,
);

export const ENVIRONMENTS = statement<[project: string], { environment: string }>(
  'change-request.environments',
  'SELECT environment FROM project_environment WHERE project = $1',
);

/** Counts the requests that a user can approve, in some environments, or apply, in others. */
export const COUNT_ACTIONABLE = statement<
  [project: string, userId: number, approveIn: readonly string[], applyIn: readonly string[]],
  { total: number }
>(
  'change-request.count-actionable',
  /* sql */ `
    SELECT count(*)::int AS total FROM change_request cr
     WHERE cr.project = $1 AND (
       cr.state = 'In review' AND cr.environment = ANY ($3) AND cr.created_by_user_id <> $2
         AND NOT EXISTS (SELECT FROM change_request_review r
                          WHERE r.change_request_id = cr.id AND r.user_id = $2)
       OR cr.state = 'Approved' AND cr.environment = ANY ($4))`,
);

/** The conditions of a search. */
const FOUND = /* sql */ `${visibleTo('$1')} AND cr.project <> ALL ($2)
  AND ($3::int IS NULL OR cr.created_by_user_id = $3)
  AND ($4::int IS NULL OR cr.id IN (SELECT w.change_request_id FROM change_request_reviewer w
        WHERE w.user_id = $4))
  AND ($5::boolean IS NULL OR (cr.state IN ${OPEN}) = $5)`;

/** Finds change requests of all projects that a user may see, newest first. */
export const SEARCH = statement<
  [
    userId: number,
    hiddenProjects: readonly string[],
    createdBy: number | null,
    requestedApprover: number | null,
    isOpen: boolean | null,
    limit: number,
    offset: number,
  ],
  { found: Json<ChangeRequestSearchResponse> }
>(
  'change-request.search',
  /* sql */ `
    SELECT jsonb_build_object('changeRequests', (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('id', cr.id,
                 'title', COALESCE(cr.title, 'Change request #' || cr.id),
                 'environment', cr.environment, 'project', cr.project,
                 'createdBy', ${user('cr.created_by_user_id')},
                 'createdAt', iso8601(cr.created_at), 'state', cr.state,
                 'features', (SELECT COALESCE(jsonb_agg(DISTINCT c.feature_name), '[]')
                    FROM change_request_change c
                   WHERE c.change_request_id = cr.id AND c.feature_name IS NOT NULL),
                 'segments', (SELECT COALESCE(jsonb_agg(DISTINCT s.name), '[]')
                    FROM change_request_change c JOIN segment s ON s.id = c.segment_id
                   WHERE c.change_request_id = cr.id)) || ${SCHEDULE}
                 ORDER BY cr.id DESC), '[]')
          FROM (SELECT cr.* FROM change_request cr WHERE ${FOUND}
                 ORDER BY cr.id DESC LIMIT $6 OFFSET $7) cr),
      'total', (SELECT count(*) FROM change_request cr WHERE ${FOUND}))::text AS found`,
);

/** Reads the users whose review of a change request is requested. */
export const REVIEWERS = statement<
  [project: string, id: number, userId: number],
  { reviewers: Json<ReviewersResponse> }
>(
  'change-request.reviewers',
  /* sql */ `
    SELECT jsonb_build_object('reviewers', (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('id', u.id, 'email', COALESCE(u.email, ''),
                 'username', u.username, 'name', u.name, 'imageUrl', u.image_url)
                 ORDER BY u.id), '[]')
          FROM change_request_reviewer w JOIN app_user u ON u.id = w.user_id
         WHERE w.change_request_id = cr.id))::text AS reviewers
      FROM change_request cr WHERE cr.project = $1 AND cr.id = $2 AND ${visibleTo('$3')}`,
);
