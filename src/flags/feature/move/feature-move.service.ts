import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { BadDataError, InvalidOperationError } from '../../../platform/errors/general.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockLiveProject } from '../../../core/event/live-project.js';
import { FeatureNamingRules } from '../../project/feature-naming.js';
import { requireRoom } from '../../project/project-lock.js';
import { IncompatibleProjectError } from '../feature.errors.js';
import { lockFeature } from '../feature-lock.js';
import type { FeatureParams } from '../feature.dto.js';
import { lockSegments } from '../strategy/strategy-segments.js';
import { statement } from '../../../platform/database/statement.js';

/** A limit of projects on what belongs to their features. */
interface MoveLimit {
  /** Locks what is counted, before all rows. */
  readonly lock?: (tx: Tx) => Promise<void>;
  /** @throws ExceedsLimitError when the project has no room for what belongs to the feature. */
  readonly requireRoom: (featureName: string, newProject: string, tx: Tx) => Promise<void>;
}

/**
 * The limits of projects that apply when a feature moves to another one. The domains that count
 * something are above features, so they register their limits here.
 */
@Injectable()
export class MoveLimits {
  private readonly limits: MoveLimit[] = [];

  add(limit: MoveLimit): void {
    this.limits.push(limit);
  }

  async lock(tx: Tx): Promise<void> {
    for (const limit of this.limits) await limit.lock?.(tx);
  }

  /** Checks all limits for a feature that is locked. @throws ExceedsLimitError */
  async requireRoom(featureName: string, newProject: string, tx: Tx): Promise<void> {
    for (const limit of this.limits) await limit.requireRoom(featureName, newProject, tx);
  }
}

/** Whether the feature depends on others, or others depend on it. */
const HAS_DEPENDENCIES = statement<[featureName: string]>(
  'feature-move.has-dependencies',
  /* sql */ `
    SELECT FROM feature_dependency WHERE child = $1
    UNION ALL SELECT FROM feature_dependency WHERE parent = $1 LIMIT 1`,
);

/**
 * Locks the feature in all environments, and writes the rows again unchanged: a concurrent switch
 * that waits for one then notices that the feature has moved. `fits` is whether the project has the
 * environment.
 */
const LOCK_PLACES = statement<
  [featureName: string, project: string],
  { environment: string; enabled: boolean; fits: boolean }
>(
  'feature-move.lock-places',
  /* sql */ `
    WITH place AS (
      SELECT fe.environment FROM feature_environment fe WHERE fe.feature_name = $1
       ORDER BY fe.environment COLLATE "C" FOR NO KEY UPDATE /* locks featureEnvironments */
    )
    UPDATE feature_environment fe SET enabled = fe.enabled FROM place p
     WHERE fe.feature_name = $1 AND fe.environment = p.environment
    RETURNING fe.environment, fe.enabled, EXISTS (SELECT FROM project_environment pe
      WHERE pe.project = $2 AND pe.environment = fe.environment) AS fits`,
);

/** The segments of all strategies of the feature, also of milestones that are not active. */
const USED_SEGMENTS = statement<[featureName: string], { id: number }>(
  'feature-move.used-segments',
  /* sql */ `
    SELECT segment_id AS id FROM feature_segment WHERE feature_name = $1
    UNION
    SELECT s::int FROM release_plan p,
           jsonb_path_query(p.milestones, '$[*].strategies[*].segments[*]') s
     WHERE p.feature_name = $1
     ORDER BY 1`,
);

/**
 * The context fields in constraints of the feature, also of milestones that are not active, that
 * the project cannot use.
 */
const FOREIGN_FIELDS = statement<[featureName: string, project: string], { name: string }>(
  'feature-move.foreign-fields',
  /* sql */ `
    SELECT c.name FROM context_field c
     WHERE c.project <> $2 AND c.name IN (
       SELECT u.context_field FROM feature_context_field u WHERE u.feature_name = $1
       UNION ALL
       SELECT used #>> '{}' FROM release_plan p, jsonb_path_query(p.milestones,
              '$[*].strategies[*].constraints[*].contextName') used
        WHERE p.feature_name = $1)
     ORDER BY 1`,
);

/** Places the feature, off, in the environments of the project where it has never been. */
const ADD_PLACES = statement<[featureName: string, project: string]>(
  'feature-move.add-places',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment)
    SELECT $1, pe.environment FROM project_environment pe WHERE pe.project = $2 ORDER BY 2
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO NOTHING`,
);

const MOVE = statement<[featureName: string, project: string]>(
  'feature-move.move',
  'UPDATE feature SET project = $2 WHERE name = $1',
);

/** Moves features between projects. */
@Injectable()
export class FeatureMoveService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: MoveLimits,
    private readonly naming: FeatureNamingRules,
  ) {}

  /**
   * Moves a live feature to another project, with its strategies, states, tags, links and usage.
   * Does nothing when it is there already.
   * @throws PermissionError when the permission is missing in the other project.
   * @throws NotFoundError when there is no such feature, or no such live project.
   * @throws ArchivedFeatureError when the feature is archived.
   * @throws IncompatibleProjectError when the feature is on in an environment that the other
   * project lacks.
   * @throws InvalidOperationError when it has dependencies, or the other project has reached its
   * feature limit.
   * @throws ExceedsLimitError when the other project would have too many schedules or safeguards.
   * @throws BadDataError when it uses a segment or a context field of its project.
   * @throws ApprovalRequiredError when the feature has content in an environment of one of the
   * projects that requires approvals.
   */
  async move(from: FeatureParams, newProject: string, caller: Caller): Promise<void> {
    requirePermission(caller, 'MOVE_FEATURE_TOGGLE', { project: newProject });
    const { projectId: oldProject, featureName } = from;
    await this.naming.prepare(newProject, [featureName]);
    await this.unitOfWork.run(caller, async (tx) => {
      await this.limits.lock(tx);
      await tx.lock({ projects: { share: [oldProject, newProject] } });
      const target = await lockLiveProject(tx, newProject);
      await lockFeature(tx, from, 'update');
      if (oldProject === newProject) return;
      await requireIndependent(featureName, tx);
      await lockPlaces(featureName, newProject, tx);
      await requireRoom(tx, target, 1);
      await this.limits.requireRoom(featureName, newProject, tx);
      await requireKnownFields(featureName, newProject, tx);
      const segments = await tx.query(USED_SEGMENTS, [featureName]);
      const ids = segments.map(({ id }) => id);
      await lockSegments(ids, newProject, tx);
      await tx.query(MOVE, [featureName, newProject]);
      await tx.query(ADD_PLACES, [featureName, newProject]);
      const data = { oldProject, newProject };
      await tx.record({ type: 'feature-project-change', project: newProject, featureName, data });
    });
  }
}

/** The feature is locked, so no dependencies can be added meanwhile. */
async function requireIndependent(featureName: string, tx: Tx): Promise<void> {
  const found = await tx.query(HAS_DEPENDENCIES, [featureName]);
  if (found.length === 0) return;
  throw new InvalidOperationError(
    `The feature "${featureName}" cannot be moved, because it depends on another feature, or ` +
      'another feature depends on it. Remove the dependencies first.',
  );
}

async function requireKnownFields(featureName: string, project: string, tx: Tx): Promise<void> {
  const fields = await tx.query(FOREIGN_FIELDS, [featureName, project]);
  if (fields.length === 0) return;
  const names = fields.map(({ name }) => `"${name}"`).join(', ');
  throw new BadDataError(
    `The feature "${featureName}" has constraints on context fields of its project: ${names}. ` +
      'Remove these constraints first.',
  );
}

async function lockPlaces(featureName: string, project: string, tx: Tx): Promise<void> {
  const places = await tx.query(LOCK_PLACES, [featureName, project]);
  const missing = places
    .filter(({ enabled, fits }) => enabled && !fits)
    .map(({ environment }) => `"${environment}"`);
  if (missing.length === 0) return;
  throw new IncompatibleProjectError(
    `The feature "${featureName}" cannot be moved to the project "${project}", which does not ` +
      `have the environments in which the feature is on: ${missing.sort().join(', ')}. Add them ` +
      'to the project, or turn the feature off there.',
  );
}
