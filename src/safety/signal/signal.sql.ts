import { statement } from '../../platform/database/statement.js';
import type { OwnedPlace } from '../../flags/feature/switch/emergency-place.js';
import type { SignalPayload, SignalTagPayload } from '../../core/event/emergency-events.js';
import type { SignalResponse, SignalTargetResponse, SkippedTargetResponse } from './signal.dto.js';

/**
 * The live features of the project of a signal `s` that have its tag `g`. Each is looked up by its
 * name: after an import, when PostgreSQL has no statistics yet, it would otherwise go through the
 * features of the project for each tag.
 */
const TAGGED = /* sql */ `
  feature_tag ft CROSS JOIN LATERAL (
    SELECT f.name, f.project, f.archived_at FROM feature f WHERE f.name = ft.feature_name OFFSET 0
  ) tf
  WHERE ft.type = g.tag_type AND ft.value = g.tag_value
    AND tf.project = s.project AND tf.archived_at IS NULL`;

/** The features that a signal `s` is bound to, directly or by a tag. */
const BOUND = /* sql */ `
  SELECT t.feature_name, t.environment FROM signal_target t WHERE t.signal_id = s.id
   UNION SELECT tagged.name, g.environment FROM signal_tag g
    CROSS JOIN LATERAL (SELECT tf.name FROM ${TAGGED}) tagged WHERE g.signal_id = s.id`;

/** The targets `t` of a signal `s`, with what decides whether they are turned off. */
const places = (targets: string): string => /* sql */ `
  FROM (${targets}) t JOIN feature f ON f.name = t.feature_name
  LEFT JOIN project_environment pe ON pe.project = s.project AND pe.environment = t.environment`;

/** Why a target is not turned off; null if it is. */
const CONFLICT = /* sql */ `CASE
  WHEN f.project <> s.project THEN 'The feature is not in the project any more.'
  WHEN f.archived_at IS NOT NULL THEN 'The feature is archived.'
  WHEN pe.environment IS NULL THEN 'The project no longer has the environment.' END`;

const PLACE = `'feature', t.feature_name, 'environment', t.environment`;

const TARGETS = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object(${PLACE})
      ORDER BY t.feature_name, t.environment), '[]')
    FROM signal_target t WHERE t.signal_id = s.id)`;

const TAG = "'type', g.tag_type, 'value', g.tag_value, 'environment', g.environment";

const TAGS = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object(${TAG})
      ORDER BY g.tag_type, g.tag_value, g.environment), '[]')
    FROM signal_tag g WHERE g.signal_id = s.id)`;

const DIRECT = 'SELECT * FROM signal_target t WHERE t.signal_id = s.id';

const LISTED_TARGETS = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object(${PLACE}, 'conflict', ${CONFLICT})
      ORDER BY t.feature_name, t.environment), '[]') ${places(DIRECT)})`;

const LISTED_TAGS = /* sql */ `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object(${TAG}, 'features', n.features, 'conflict', CASE
        WHEN pe.environment IS NULL THEN 'The project no longer has the environment.'
        WHEN n.features = 0 THEN 'No feature of the project has the tag.' END)
      ORDER BY g.tag_type, g.tag_value, g.environment), '[]')
    FROM signal_tag g
    CROSS JOIN LATERAL (SELECT count(*)::int AS features FROM ${TAGGED}) n
    LEFT JOIN project_environment pe ON pe.project = s.project AND pe.environment = g.environment
   WHERE g.signal_id = s.id)`;

const SIGNAL = /* sql */ `jsonb_build_object(
  'id', s.id, 'name', s.name, 'project', s.project, 'targets', ${LISTED_TARGETS},
  'tags', ${LISTED_TAGS},
  'conflict', NULL,
  'uses', s.uses, 'usedAt', iso8601(s.used_at),
  'createdBy', (SELECT u.display_name FROM app_user u WHERE u.id = s.created_by_user_id),
  'createdAt', iso8601(s.created_at))`;

/** A signal in a list, with the places in which its owner has to be allowed to turn off. */
interface ListedSignal {
  signal: SignalResponse | null;
  places: OwnedPlace[];
}

/** The signals of a project; one null for none. */
export const LIST = statement<[project: string], ListedSignal>(
  'signal.list',
  /* sql */ `
    SELECT CASE WHEN s.id IS NOT NULL THEN ${SIGNAL} END AS signal, (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('project', s.project, 'environment',
            pe.environment, 'needsApproval', pe.required_approvals IS NOT NULL,
            'userId', s.created_by_user_id, 'tokenId', s.created_by_token)
            ORDER BY pe.environment), '[]')
          FROM project_environment pe WHERE pe.project = s.project AND pe.environment IN (
            SELECT t.environment FROM signal_target t JOIN feature f ON f.name = t.feature_name
             WHERE t.signal_id = s.id AND f.project = s.project AND f.archived_at IS NULL
             UNION ALL SELECT g.environment FROM signal_tag g WHERE g.signal_id = s.id)) AS places
      FROM project p LEFT JOIN signal s ON s.project = p.id
     WHERE p.id = $1 ORDER BY s.id DESC`,
);

export const READ = statement<[id: number], { signal: SignalResponse }>(
  'signal.read',
  `SELECT ${SIGNAL} AS signal FROM signal s WHERE s.id = $1`,
);

export const COUNT = statement<[project: string], { count: number }>(
  'signal.count',
  'SELECT count(*)::int AS count FROM signal WHERE project = $1',
);

/** Adds a signal unless there is one with the name, in whatever project. */
export const ADD = statement<
  [name: string, project: string, secretHash: Buffer, userId: number, tokenId: string | null],
  { id: number }
>(
  'signal.add',
  /* sql */ `
    INSERT INTO signal (name, project, secret_hash, created_by_user_id, created_by_token)
    VALUES ($1, $2, $3, $4, $5::uuid)
    ON CONFLICT ON CONSTRAINT signal_name_key DO NOTHING RETURNING id`,
);

/** Adds the targets of a signal, each once. */
export const ADD_TARGETS = statement<
  [id: number, features: readonly string[], environments: readonly string[]],
  SignalTargetResponse
>(
  'signal.add-targets',
  /* sql */ `
    INSERT INTO signal_target (signal_id, feature_name, environment)
    SELECT DISTINCT $1::int, t.* FROM unnest($2::text[], $3::text[]) t (feature, environment)
     ORDER BY t.feature, t.environment
    RETURNING feature_name AS feature, environment`,
);

/** Adds the tags of a signal, each once. */
export const ADD_TAGS = statement<
  [
    id: number,
    types: readonly string[],
    values: readonly string[],
    environments: readonly string[],
  ],
  SignalTagPayload
>(
  'signal.add-tags',
  /* sql */ `
    INSERT INTO signal_tag (signal_id, tag_type, tag_value, environment)
    SELECT DISTINCT $1::int, g.*
      FROM unnest($2::text[], $3::text[], $4::text[]) g (type, value, environment)
     ORDER BY g.type, g.value, g.environment
    RETURNING tag_type AS type, tag_value AS value, environment`,
);

export const READ_TARGETS = statement<
  [project: string, id: number],
  Pick<SignalPayload, 'name' | 'targets' | 'tags'>
>(
  'signal.read-targets',
  /* sql */ `
    SELECT s.name, ${TARGETS} AS targets, ${TAGS} AS tags
      FROM signal s WHERE s.project = $1 AND s.id = $2`,
);

export const DELETE = statement<[id: number], { id: number }>(
  'signal.delete',
  'DELETE FROM signal WHERE id = $1 RETURNING id',
);

/** A signal to act on. */
export interface FoundSignal {
  id: number;
  name: string;
  project: string;
  userId: number;
  tokenId: string | null;
  tags: SignalTagPayload[];
  /** Live features of the project, in environments that it has, also those by tag. */
  targets: SignalTargetResponse[];
  /** All others. */
  skipped: SkippedTargetResponse[];
}

/** Finds the signal of a token, and how many features it turns off. */
export const FIND = statement<
  [secretHash: Buffer],
  Pick<FoundSignal, 'id' | 'name'> & { features: number }
>(
  'signal.find',
  /* sql */ `
    SELECT s.id, s.name, (SELECT count(*)::int FROM (${BOUND}) t) AS features
      FROM signal s WHERE s.secret_hash = $1`,
);

export const READ_TO_USE = statement<[id: number], FoundSignal>(
  'signal.read-to-use',
  /* sql */ `
    SELECT s.id, s.name, s.project, s.created_by_user_id AS "userId",
           s.created_by_token AS "tokenId", ${TAGS} AS tags, (
      SELECT COALESCE(jsonb_agg(jsonb_build_object(${PLACE})
          ORDER BY t.environment, t.feature_name), '[]')
        ${places(BOUND)} WHERE ${CONFLICT} IS NULL) AS targets, (
      SELECT COALESCE(jsonb_agg(jsonb_build_object(${PLACE}, 'conflict', ${CONFLICT})
          ORDER BY t.environment, t.feature_name), '[]')
        ${places(BOUND)} WHERE ${CONFLICT} IS NOT NULL) AS skipped
      FROM signal s WHERE s.id = $1`,
);

export const USE = statement<[id: number], { id: number }>(
  'signal.use',
  'UPDATE signal SET uses = uses + 1, used_at = now() WHERE id = $1 RETURNING id',
);
