/** Maximum number of planned changes that are named. */
const MAX_PLANNED = 10;

/** What the schedule `s` does in its next step: at the end of a window, the opposite. */
export const STEP_ACTION = /* sql */ `
  CASE WHEN s.step = 'start' THEN s.action WHEN s.action = 'on' THEN 'off' ELSE 'on' END`;

/** Whether a change request is scheduled and nothing has stopped it. */
const isPlanned = (request: string): string =>
  `${request}.state = 'Scheduled' AND ${request}.schedule_status = 'pending'`;

/** Where to look for planned changes. */
interface PlannedScope {
  /** The condition of the name of a feature. */
  readonly isSubject: (name: string) => string;
  /** The condition of the environment of a change. */
  readonly here: (column: string) => string;
  /** Whether archiving counts that is scheduled in other environments, since it concerns all. */
  readonly hasArchiving: boolean;
  /** Whether most features count, so that reading all scheduled change requests takes less time. */
  readonly isOfAll?: boolean;
}

const ALL_CHANGES = /* sql */ `
  change_request cr JOIN change_request_change k
    ON k.change_request_id = cr.id AND ${isPlanned('cr')}`;

/**
 * The changes of some features, and their change requests. With OFFSET 0, PostgreSQL looks these up
 * by id in the index of the scheduled ones, instead of reading all of them for each change.
 */
const CHANGES_OF_FEATURES = /* sql */ `
  change_request_change k CROSS JOIN LATERAL (
    SELECT r.id, r.environment, r.scheduled_at FROM change_request r
     WHERE r.id = k.change_request_id AND ${isPlanned('r')} OFFSET 0) cr`;

/** JSON of the pending schedules and scheduled change requests of features, the next ones first. */
export const plannedChanges = ({
  isSubject,
  here,
  hasArchiving,
  isOfAll = false,
}: PlannedScope): string => /* sql */ `(
  WITH planned AS MATERIALIZED (
    SELECT 'schedule' AS type, s.id, s.feature_name AS feature, s.environment,
           ${STEP_ACTION} AS action, s.next_at AS at
      FROM schedule s
     WHERE s.state = 'pending' AND ${isSubject('s.feature_name')}
       AND (${here('s.environment')} OR ${hasArchiving} AND s.action = 'archive')
    UNION ALL
    SELECT 'change-request', cr.id, min(k.feature_name), cr.environment, NULL, cr.scheduled_at
      FROM ${isOfAll ? ALL_CHANGES : CHANGES_OF_FEATURES}
     WHERE ${isSubject('k.feature_name')}
       AND (${here('cr.environment')} OR ${hasArchiving} AND k.action = 'archiveFeature')
     GROUP BY cr.id, cr.environment, cr.scheduled_at
  )
  SELECT json_build_object('count', (SELECT count(*) FROM planned), 'next', (
    SELECT COALESCE(json_agg(json_build_object('type', n.type, 'id', n.id, 'feature', n.feature,
             'environment', n.environment, 'action', n.action, 'at', iso8601(n.at))
             ORDER BY n.at, n.type, n.id), '[]')
      FROM (SELECT p.* FROM planned p ORDER BY p.at, p.type, p.id LIMIT ${MAX_PLANNED}) n)))`;
