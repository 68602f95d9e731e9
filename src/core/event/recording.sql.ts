import { statement } from '../../platform/database/statement.js';
import type { AffectedPlace } from './approval.js';
import { payloadOf } from './event-payload.sql.js';
import type { EventOf } from './event.types.js';

const move = payloadOf<EventOf<'feature-project-change'>>('h');

/** The current tags of a feature, as stored in its events. */
const tagsOf = (featureName: string): string => /* sql */ `
  COALESCE((SELECT jsonb_agg(jsonb_build_object('type', t.type, 'value', t.value)
    ORDER BY t.type, t.value)
              FROM feature_tag t WHERE t.feature_name = ${featureName}), '[]')`;

/** The events of the parameter, in their order. */
const HAPPENED = /* sql */ `
  SELECT e.*, n FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS one(event, n),
         jsonb_to_record(one.event)
           AS e(type text, "createdBy" text, "createdByUserId" integer, "featureName" text,
             project text, environment text, address text, token jsonb, undoes bigint,
             "changeRequestId" integer, "scheduleId" integer, data jsonb, "preData" jsonb,
             reach text, segment integer)`;

/** The environments that require approvals and that the events `happened` affect. */
const AFFECTED = /* sql */ `
  SELECT DISTINCT h.type, pe.project, pe.environment,
         pe.required_approvals AS "requiredApprovals"
    FROM project_environment pe JOIN happened h ON CASE h.reach
      WHEN 'environment' THEN h.environment = pe.environment
        AND COALESCE(h.project, pe.project) = pe.project
      WHEN 'project' THEN h.project = pe.project
      WHEN 'move' THEN pe.project IN (h.project, ${move.text('data', 'oldProject')})
        AND EXISTS (SELECT FROM feature_environment fe
          WHERE fe.feature_name = h."featureName" AND fe.environment = pe.environment
            AND (fe.enabled OR fe.strategy_count > 0 OR EXISTS (SELECT FROM release_plan p
              WHERE p.feature_name = fe.feature_name AND p.environment = fe.environment)))
      WHEN 'segment' THEN EXISTS (
        SELECT FROM feature_strategy_segment ss
          JOIN feature_strategy fs ON fs.id = ss.strategy_id
          JOIN feature f ON f.name = fs.feature_name
         WHERE ss.segment_id = h.segment AND fs.environment = pe.environment
           AND f.project = pe.project AND f.archived_at IS NULL)
      ELSE false END
   WHERE pe.required_approvals IS NOT NULL
   ORDER BY pe.required_approvals DESC, 2, 3, 1`;

/** Returns the environments that require approvals and that events would affect. */
export const FIND_AFFECTED = statement<[events: string], AffectedPlace>(
  'recording.find-affected',
  `WITH happened AS (${HAPPENED}) ${AFFECTED}`,
);

/**
 * Inserts events and updates who last changed each feature, in one statement for any number of
 * events. Events contain the current tags of their feature; deleted features have no collaborators.
 * Returns the environments that require approvals and that the events affect.
 */
export const RECORD = statement<[events: string], AffectedPlace>(
  'recording.record',
  /* sql */ `
    WITH happened AS (${HAPPENED}), recorded AS (
      INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, environment,
        address, token, undoes, change_request_id, schedule_id, data, pre_data, tags)
      SELECT type, "createdBy", "createdByUserId", "featureName", project, environment, address,
        token, undoes, "changeRequestId", "scheduleId", NULLIF(data, 'null'),
             NULLIF("preData", 'null'),
             ${tagsOf('happened."featureName"')}
        FROM happened ORDER BY n
      RETURNING id, feature_name, created_by_user_id
    ), noted AS (
      INSERT INTO feature_collaborator AS c (feature_name, user_id, last_event_id)
      SELECT r.feature_name, r.created_by_user_id, max(r.id) FROM recorded r
        JOIN feature f ON f.name = r.feature_name GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT ON CONSTRAINT feature_collaborator_pkey DO UPDATE
        SET last_event_id = GREATEST(c.last_event_id, excluded.last_event_id)
    )
    ${AFFECTED}`,
);

/** The columns of an event of a feature, as SQL. */
interface FeatureEventSql {
  type: string;
  featureName: string;
  project: string;
  environment: string;
  createdBy: string;
  createdByUserId: string;
  token: string;
  data: string;
}

/**
 * The expressions `recorded` and `noted` of a WITH clause, which record an event for each row of
 * another expression. For statements that are a transaction by themselves (ADR 3). Collaborators
 * are written in order of their keys, so that two such statements cannot deadlock.
 */
export const recordingOf = (changes: string, event: FeatureEventSql): string => /* sql */ `
  recorded AS (
    INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id,
      token, data, tags)
    SELECT ${event.type}, ${event.featureName}, ${event.project}, ${event.environment},
      ${event.createdBy},
           ${event.createdByUserId}, ${event.token}, ${event.data}, ${tagsOf(event.featureName)}
      FROM ${changes}
    RETURNING id, feature_name, created_by_user_id
  ), noted AS (
    INSERT INTO feature_collaborator AS c (feature_name, user_id, last_event_id)
    SELECT feature_name, created_by_user_id, max(id) FROM recorded GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ON CONSTRAINT feature_collaborator_pkey DO UPDATE
      SET last_event_id = GREATEST(c.last_event_id, excluded.last_event_id)
  )`;
