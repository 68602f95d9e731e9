/** The states in which a change request can still be applied. */
export const OPEN = `('Draft', 'In review', 'Approved', 'Scheduled')`;

/** How many approvals the request `cr` requires. */
export const MIN_APPROVALS = /* sql */ `
  CASE WHEN cr.state IN ${OPEN} THEN COALESCE((SELECT pe.required_approvals
    FROM project_environment pe
   WHERE pe.project = cr.project AND pe.environment = cr.environment), cr.min_approvals)
  ELSE cr.min_approvals END`;

/** JSON of a user. */
export const user = (id: string): string => /* sql */ `
  (SELECT jsonb_build_object('id', u.id, 'username', u.display_name, 'imageUrl', u.image_url)
     FROM app_user u WHERE u.id = ${id})`;
const reviews = (isApproval: boolean): string => /* sql */ `
  (SELECT COALESCE(jsonb_agg(jsonb_build_object('createdBy', ${user('r.user_id')},
     'createdAt', iso8601(r.created_at)) ORDER BY r.created_at, r.user_id), '[]')
     FROM change_request_review r
    WHERE r.change_request_id = cr.id AND r.is_approval = ${isApproval})`;
/** Adds a property to an object unless it is null. */
const unlessNull = (property: string, value: string): string => /* sql */ `
  CASE WHEN ${value} IS NULL THEN '{}' ELSE jsonb_build_object('${property}', ${value}) END`;

/** The property `schedule` of the request `cr`, if it is scheduled. */
export const SCHEDULE = /* sql */ `
  CASE WHEN cr.state = 'Scheduled' THEN jsonb_build_object('schedule', jsonb_build_object(
      'scheduledAt', iso8601(cr.scheduled_at), 'status', cr.schedule_status)
      || CASE WHEN cr.schedule_reason IS NULL THEN '{}'
           ELSE jsonb_build_object('reason', cr.schedule_reason) END) ELSE '{}' END`;

/** Expressions about the change `c` of the request `cr`, which are null when there are none. */
interface Conflicts {
  /** Why it cannot be applied now, as text. */
  readonly conflict: string;
  /** After which scheduled change requests it could not be applied, as JSON. */
  readonly scheduleConflicts: string;
  /** A common table expression that these expressions need. */
  readonly needs?: string;
}

/** The features and segments of the request `cr`, with their changes and, if given, conflicts. */
const contentWith = ({ conflict, scheduleConflicts, needs }: Conflicts): string => /* sql */ `(
  WITH author AS MATERIALIZED (SELECT ${user('cr.created_by_user_id')} AS json),
  ${needs ? `${needs},` : ''}
  found AS MATERIALIZED (
    SELECT c.*, ${conflict} AS conflict, ${scheduleConflicts} AS schedule_conflicts
      FROM change_request_change c
     WHERE c.change_request_id = cr.id
  ), change AS MATERIALIZED (
    SELECT c.id, c.feature_name, c.segment_id, c.conflict,
           jsonb_build_object('id', c.id, 'action', c.action,
             'createdBy', (SELECT a.json FROM author a), 'createdAt', iso8601(c.created_at))
             || CASE WHEN c.payload IS NULL THEN '{}'
                  ELSE jsonb_build_object('payload', c.payload) END
             || ${unlessNull('proposedBy', 'c.proposed_by')}
             || ${unlessNull('conflict', 'c.conflict')}
             || ${unlessNull('scheduleConflicts', 'c.schedule_conflicts')} AS json
      FROM found c
  )
  SELECT jsonb_build_object('createdBy', (SELECT a.json FROM author a),
    'features', (
      SELECT COALESCE(jsonb_agg(jsonb_build_object('name', g.name, 'changes', g.changes)
               || ${unlessNull('conflict', 'g.conflict')} ORDER BY g.first), '[]')
        FROM (SELECT c.feature_name AS name, min(c.id) AS first, min(c.conflict) AS conflict,
                     jsonb_agg(c.json ORDER BY c.id) AS changes
                FROM change c WHERE c.feature_name IS NOT NULL GROUP BY 1) g),
    'segments', (
      SELECT COALESCE(jsonb_agg(jsonb_build_object('name', COALESCE((SELECT s.name FROM segment s
               WHERE s.id = c.segment_id), 'deleted')) || c.json ORDER BY c.id), '[]')
        FROM change c WHERE c.segment_id IS NOT NULL)))`;

/** JSON of the request `cr`. */
export const requestWith = (conflicts: Conflicts): string => /* sql */ `(jsonb_build_object(
  'id', cr.id, 'title', COALESCE(cr.title, 'Change request #' || cr.id),
  'environment', cr.environment, 'minApprovals', ${MIN_APPROVALS}, 'project', cr.project,
  'approvals', ${reviews(true)}, 'rejections', ${reviews(false)},
  'comments', (
    SELECT COALESCE(jsonb_agg(jsonb_build_object('id', k.id, 'text', k.text,
             'createdBy', ${user('k.user_id')}, 'createdAt', iso8601(k.created_at))
             ORDER BY k.id), '[]')
      FROM change_request_comment k WHERE k.change_request_id = cr.id),
  'createdAt', iso8601(cr.created_at), 'stateTimestamps', cr.state_times, 'state', cr.state)
  || ${contentWith(conflicts)} || ${SCHEDULE})`;

/** Whether the request `cr` was never sent to review, so that only its author may see it. */
export const IS_PRIVATE = `NOT cr.state_times ? 'In review'`;
/** Whether a user may see the request `cr`. */
export const visibleTo = (userId: string): string =>
  `(cr.state_times ? 'In review' OR cr.created_by_user_id = ${userId})`;
