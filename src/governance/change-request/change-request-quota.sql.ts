import { statement } from '../../platform/database/statement.js';
import { OPEN } from './change-request-json.sql.js';

/** How many change requests there are, and how long the JSON of their changes is together. */
export interface OpenRequests {
  requests: number;
  characters: number;
}

const CHANGES = /* sql */ `
  SELECT count(*)::int AS changes, COALESCE(sum(length(c.payload::text)), 0)::int AS characters
    FROM change_request_change c WHERE c.change_request_id = cr.id`;

/** The open change requests `cr` that meet a condition. */
const those = (condition: string): string => /* sql */ `
  jsonb_build_object('requests', count(*) FILTER (WHERE ${condition}),
    'characters', COALESCE(sum(size.characters) FILTER (WHERE ${condition}), 0))`;

const IN_PLACE = 'cr.project = $1 AND cr.environment = $2 AND cr.created_by_user_id = $3';

/**
 * Counts the open change requests of a user in an environment of a project, of this user, of this
 * project, and of the instance. The previous version of the service leaves `characters` null.
 */
export const COUNT_OPEN = statement<
  [project: string, environment: string, userId: number],
  {
    userInEnvironment: OpenRequests;
    user: OpenRequests;
    project: OpenRequests;
    instance: OpenRequests;
    hasDraft: boolean;
  }
>(
  'change-request-quota.count-open',
  /* sql */ `
    SELECT ${those(IN_PLACE)} AS "userInEnvironment",
           ${those('cr.created_by_user_id = $3')} AS user,
           ${those('cr.project = $1')} AS project, ${those('true')} AS instance,
           COALESCE(bool_or(cr.state = 'Draft' AND ${IN_PLACE}), false) AS "hasDraft"
      FROM change_request cr, LATERAL (
        SELECT COALESCE(cr.characters, (SELECT c.characters FROM (${CHANGES}) c)) AS characters
      ) size
     WHERE cr.state IN ${OPEN}`,
);

/** Stores how long the changes of a locked change request are, and counts them. */
export const MEASURE = statement<[id: number], { changes: number; characters: number }>(
  'change-request-quota.measure',
  /* sql */ `
    UPDATE change_request cr SET characters = own.characters
      FROM (SELECT c.* FROM change_request cr, LATERAL (${CHANGES}) c WHERE cr.id = $1) own
     WHERE cr.id = $1
    RETURNING own.changes, own.characters`,
);
