import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import { approvalRequired } from '../../core/event/approval.js';
import { keepRemoved } from '../../core/event/removed-parts.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { placeFeatures, turnOffFeatures } from '../feature/feature-places.js';
import type { AddEnvironmentDto } from '../project/project.dto.js';
import {
  addProjectEnvironment,
  approvalEventOf,
  removeProjectEnvironment,
  writeRequiredApprovals,
} from '../project/project-environment-writer.js';
import { lockLiveProject } from '../../core/event/live-project.js';
import {
  keepFeatures,
  lockEnvironments,
  MinimumOneEnvironmentError,
} from '../project/project-lock.js';
import { COUNT_ENVIRONMENTS } from './project-contents.sql.js';

/** Adds environments to projects and removes them. */
@Injectable()
export class ProjectEnvironmentService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Adds an environment to a project. Features are off there, with any strategies that remain from
   * before. Changes there require one approval if so wanted.
   * @throws NotFoundError when the live project or the environment does not exist.
   * @throws NameExistsError when the project already has it.
   */
  async add(
    project: string,
    { environment, changeRequestsEnabled }: AddEnvironmentDto,
    actor: Actor,
  ): Promise<void> {
    const place = { projectId: project, environment };
    await this.unitOfWork.run(actor, async (tx) => {
      await lockEnvironments(tx, [environment]);
      await lockLiveProject(tx, project, 'update');
      await addProjectEnvironment(place, tx);
      await keepFeatures(tx, [project]);
      await placeFeatures(tx, project, environment);
      await tx.record({ type: 'project-environment-added', project, environment });
      if (!changeRequestsEnabled) return;
      await writeRequiredApprovals(place, 1, tx);
      await tx.record(approvalEventOf(project, environment, null, 1));
    });
  }

  /**
   * Removes an environment from a project. Features are turned off there and keep their strategies.
   * Does nothing when the project does not have it.
   * @throws NotFoundError when the live project or the environment does not exist.
   * @throws MinimumOneEnvironmentError when it is the last one.
   * @throws ApprovalRequiredError when changes there require approvals.
   */
  async remove(project: string, environment: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, project, 'update');
      if (!(await hasTo(tx, project, environment))) return;
      const { projectEnvironments } = await tx.lock({
        projectEnvironments: { update: [{ project, environment }] },
      });
      const { defaultStrategy, requiredApprovals } = projectEnvironments[0] ?? {};
      if (requiredApprovals)
        throw approvalRequired({ project, environment }, 'project-environment-removed');
      if (tx.onlyChecks) return;
      const turnedOff = await turnOffFeatures(tx, project, environment);
      await removeProjectEnvironment({ projectId: project, environment }, tx);
      const preData = defaultStrategy ? { preData: { defaultStrategy } } : {};
      await tx.record({ type: 'project-environment-removed', project, environment, ...preData });
      const place = { project, environment, data: { enabled: true } };
      const parts = turnedOff.map((featureName) => ({ ...place, featureName }));
      await keepRemoved('project-environment-removed', parts, tx);
    });
  }
}

/**
 * Whether the project has the environment.
 * @throws NotFoundError when the environment does not exist.
 * @throws MinimumOneEnvironmentError when it is the last one.
 */
async function hasTo(tx: Tx, project: string, environment: string): Promise<boolean> {
  const [found] = await tx.query(/* sql */ COUNT_ENVIRONMENTS, [project, environment]);
  if (!found!.exists) throw new NotFoundError(`There is no environment "${environment}".`);
  if (found!.has && found!.count === 1) {
    throw new MinimumOneEnvironmentError(
      `"${environment}" is the only environment of the project "${project}", which needs at ` +
        'least one.',
    );
  }
  return found!.has;
}
