import { statement } from '../../platform/database/statement.js';
import { IS_PRIVATE, MIN_APPROVALS } from './change-request-json.sql.js';
import { CONFLICT, DIGEST, VERSION } from './change-version.sql.js';
import type { ChangeRequestState } from './change-request.dto.js';

/** How many approvals an environment of a live project requires; null for none. */
export const READ_REQUIREMENT = statement<
  [project: string, environment: string],
  { requiredApprovals: number | null }
>(
  'change-request-write.read-requirement',
  /* sql */ `
    SELECT pe.required_approvals AS "requiredApprovals" FROM project_environment pe
      JOIN project p ON p.id = pe.project AND p.archived_at IS NULL
     WHERE pe.project = $1 AND pe.environment = $2`,
);

/** Creates the draft of a user in an environment of a project unless there is one. */
export const ADD_DRAFT = statement<
  [project: string, environment: string, minApprovals: number, userId: number],
  { id: number }
>(
  'change-request-write.add-draft',
  /* sql */ `
    INSERT INTO change_request (project, environment, min_approvals, created_by_user_id,
      state_times)
    VALUES ($1, $2, $3, $4, jsonb_build_object('Draft', iso8601(now())))
    ON CONFLICT (project, environment, created_by_user_id) WHERE state = 'Draft' DO NOTHING
    RETURNING id`,
);

export const FIND_DRAFT = statement<
  [project: string, environment: string, userId: number],
  { id: number }
>(
  'change-request-write.find-draft',
  /* sql */ `
    SELECT cr.id FROM change_request cr
     WHERE cr.project = $1 AND cr.environment = $2 AND cr.created_by_user_id = $3
       AND cr.state = 'Draft' FOR UPDATE OF cr /* locks changeRequests */`,
);

/** A change request whose row is locked. */
export interface LockedRequest {
  id: number;
  project: string;
  environment: string;
  title: string | null;
  state: ChangeRequestState;
  createdByUserId: number;
  /** Whether it was never sent to review. Nobody but the author may learn of it then. */
  isPrivate: boolean;
}

export const LOCK = statement<[project: string, id: number], LockedRequest>(
  'change-request-write.lock',
  /* sql */ `
    SELECT cr.id, cr.project, cr.environment, cr.title, cr.state,
           cr.created_by_user_id AS "createdByUserId", ${IS_PRIVATE} AS "isPrivate"
      FROM change_request cr WHERE cr.project = $1 AND cr.id = $2
       FOR UPDATE OF cr /* locks changeRequests */`,
);

/** Counts the approvals of a change request, those that it requires, and its changes. */
export const READ_PROGRESS = statement<
  [id: number],
  { approvals: number; minApprovals: number; changes: number; comments: number }
>(
  'change-request-write.read-progress',
  /* sql */ `
    SELECT (SELECT count(*)::int FROM change_request_review r
             WHERE r.change_request_id = cr.id AND r.is_approval) AS approvals,
           (${MIN_APPROVALS}) AS "minApprovals",
           (SELECT count(*)::int FROM change_request_change c
             WHERE c.change_request_id = cr.id) AS changes,
           (SELECT count(*)::int FROM change_request_comment k
             WHERE k.change_request_id = cr.id) AS comments
      FROM change_request cr WHERE cr.id = $1`,
);

interface StoredChange {
  id: number;
  feature: string | null;
  segment: number | null;
  action: string;
  payload: unknown;
  /** Description of the token of the agent that proposed it; null for people. */
  proposedBy: string | null;
}

const STORED = /* sql */ `c.id, c.feature_name AS feature, c.segment_id AS segment, c.action,
  c.payload, c.proposed_by AS "proposedBy"`;

/**
 * Adds a change with the versions of what it touches. No row when that does not exist.
 */
export const ADD_CHANGE = statement<
  [
    id: number,
    feature: string | null,
    segment: number | null,
    action: string,
    payload: string,
    proposedBy: string | null,
  ],
  { id: number }
>(
  'change-request-write.add-change',
  /* sql */ `
    INSERT INTO change_request_change (change_request_id, feature_name, segment_id, action,
      payload, version, digest, proposed_by)
    SELECT cr.id, c.feature_name, c.segment_id, c.action, c.payload, ${VERSION}, ${DIGEST}, $6
      FROM change_request cr,
           (SELECT $2::text AS feature_name, $3::int AS segment_id, $4::text AS action,
                   $5::jsonb AS payload) c
     WHERE cr.id = $1 AND (${VERSION}) IS NOT NULL
    RETURNING id`,
);

/** Replaces a change, with the present versions of what it touches. */
export const REPLACE_CHANGE = statement<
  [
    changeId: number,
    feature: string | null,
    segment: number | null,
    action: string,
    payload: string,
    proposedBy: string | null,
  ],
  { id: number }
>(
  'change-request-write.replace-change',
  /* sql */ `
    WITH wanted AS (
      SELECT ${VERSION} AS version, ${DIGEST} AS digest, c.* FROM (
        SELECT $2::text AS feature_name, $3::int AS segment_id, $4::text AS action,
               $5::jsonb AS payload) c,
        (SELECT cr.* FROM change_request cr JOIN change_request_change own
                       ON own.change_request_id = cr.id WHERE own.id = $1) cr
    )
    UPDATE change_request_change own
       SET feature_name = w.feature_name, segment_id = w.segment_id, action = w.action,
           payload = w.payload, version = w.version, digest = w.digest, created_at = now(),
           proposed_by = $6
      FROM wanted w WHERE own.id = $1 AND w.version IS NOT NULL
    RETURNING own.id`,
);

export const FIND_CHANGE = statement<[id: number, changeId: number], StoredChange>(
  'change-request-write.find-change',
  /* sql */ `
    SELECT ${STORED} FROM change_request_change c
     WHERE c.change_request_id = $1 AND c.id = $2`,
);

export const DELETE_CHANGE = statement<[changeId: number]>(
  'change-request-write.delete-change',
  'DELETE FROM change_request_change WHERE id = $1',
);

export const DELETE_REQUEST = statement<[id: number]>(
  'change-request-write.delete-request',
  'DELETE FROM change_request WHERE id = $1',
);

/** Deletes some change requests that only their authors could see, and that nobody can use. */
export const DELETE_UNSENT = statement<[hours: number, most: number], { id: number }>(
  'change-request-write.delete-unsent',
  /* sql */ `
    DELETE FROM change_request WHERE id IN (
      SELECT cr.id FROM change_request cr JOIN app_user u ON u.id = cr.created_by_user_id
       WHERE ${IS_PRIVATE} AND (u.deleted_at IS NOT NULL OR cr.state = 'Cancelled'
         AND (cr.state_times ->> 'Cancelled')::timestamptz < now() - make_interval(hours => $1))
       LIMIT $2 FOR UPDATE OF cr SKIP LOCKED)
    RETURNING id`,
);

/** The changes of a request, in the order in which they are applied. */
export const LIST_CHANGES = statement<[id: number], StoredChange & { conflict: string | null }>(
  'change-request-write.list-changes',
  /* sql */ `
    SELECT ${STORED}, ${CONFLICT} AS conflict
      FROM change_request_change c JOIN change_request cr ON cr.id = c.change_request_id
     WHERE cr.id = $1 ORDER BY c.id`,
);

/** Sets a state other than `Scheduled`, and how many approvals are required at this time. */
export const SET_STATE = statement<[id: number, state: string]>(
  'change-request-write.set-state',
  /* sql */ `
    UPDATE change_request cr
       SET state = $2, min_approvals = ${MIN_APPROVALS},
           state_times = cr.state_times || jsonb_build_object($2::text, iso8601(now())),
           scheduled_at = NULL, schedule_status = NULL, schedule_reason = NULL,
           scheduled_by_user_id = NULL, scheduled_by_token = NULL
     WHERE cr.id = $1`,
);

export const SET_TITLE = statement<[id: number, title: string]>(
  'change-request-write.set-title',
  'UPDATE change_request SET title = $2 WHERE id = $1',
);

/** Adds a review; no row when the user has reviewed already. */
export const ADD_REVIEW = statement<
  [id: number, userId: number, isApproval: boolean],
  { userId: number }
>(
  'change-request-write.add-review',
  /* sql */ `
    INSERT INTO change_request_review AS r (change_request_id, user_id, is_approval)
    VALUES ($1, $2, $3)
    ON CONFLICT ON CONSTRAINT change_request_review_pkey DO UPDATE
      SET is_approval = excluded.is_approval, created_at = now()
      WHERE r.is_approval <> excluded.is_approval
    RETURNING user_id AS "userId"`,
);

/** Removes the reviews of a change request whose lock is held. */
export const DELETE_REVIEWS = statement<[id: number]>(
  'change-request-write.delete-reviews',
  'DELETE FROM change_request_review WHERE change_request_id = $1',
);

export const ADD_COMMENT = statement<[id: number, userId: number, text: string], { id: number }>(
  'change-request-write.add-comment',
  /* sql */ `
    INSERT INTO change_request_comment (change_request_id, user_id, text) VALUES ($1, $2, $3)
    RETURNING id`,
);

export const LIST_REVIEWERS = statement<[id: number], { id: number }>(
  'change-request-write.list-reviewers',
  /* sql */ `
    SELECT user_id AS id FROM change_request_reviewer WHERE change_request_id = $1 ORDER BY 1`,
);

/** Replaces the requested reviewers of a change request whose lock is held. */
export const DELETE_REVIEWERS = statement<[id: number]>(
  'change-request-write.delete-reviewers',
  'DELETE FROM change_request_reviewer WHERE change_request_id = $1',
);
export const ADD_REVIEWERS = statement<[id: number, userIds: readonly number[]]>(
  'change-request-write.add-reviewers',
  /* sql */ `
    INSERT INTO change_request_reviewer (change_request_id, user_id)
    SELECT $1, w.id FROM unnest($2::int[]) AS w(id) ORDER BY w.id`,
);
