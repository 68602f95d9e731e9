import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { BadDataError, InvalidOperationError } from '../../../platform/errors/general.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockLiveProject, requireRoom } from '../../project/project-lock.js';
import { IncompatibleProjectError } from '../feature.errors.js';
import { lockFeature } from '../feature-lock.js';
import type { FeatureParams } from '../feature.dto.js';
import { lockSegments } from '../strategy/strategy-segments.js';
import { MoveLimits } from './move-limits.js';
import {
  ADD_PLACES,
  FOREIGN_FIELDS,
  HAS_DEPENDENCIES,
  LOCK_PLACES,
  MOVE,
  USED_SEGMENTS,
} from './feature-move.sql.js';

/** Moves features between projects. */
@Injectable()
export class FeatureMoveService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: MoveLimits,
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
