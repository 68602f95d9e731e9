import { Injectable } from '@nestjs/common';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { NotFoundError } from '../../errors/general.errors.js';
import { MinimumOneEnvironmentError } from '../project.errors.js';
import { ProjectEnvironment } from '../project-environment.entity.js';
import { holdEnvironments, holdProject, keepFeatures } from '../project-lock.js';

/** Gives projects environments and takes them away. */
@Injectable()
export class ProjectEnvironmentService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Gives a project an environment. Its features are off there, and have the strategies that stayed
   * from the last time.
   * @throws NotFoundError when there is no such live project, or no such environment. @throws
   * NameExistsError when the project has it already.
   */
  async add(project: string, environment: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await holdEnvironments(tx, [environment]);
      await holdProject(tx, project, 'update');
      await tx.repo(ProjectEnvironment).insert({ project, environment });
      await placeFeatures(tx, project, environment);
      await tx.record({ type: 'project-environment-added', project, environment });
    });
  }

  /**
   * Takes an environment from a project. Its features are turned off there and keep their
   * strategies. What the project lacks already it goes on lacking.
   * @throws NotFoundError when there is no such live project, or no such environment. @throws
   * MinimumOneEnvironmentError when it is the last one.
   */
  async remove(project: string, environment: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await holdProject(tx, project, 'update');
      if (!(await hasTo(tx, project, environment))) return;
      await turnOff(tx, project, environment);
      await tx.repo(ProjectEnvironment).delete({ project, environment });
      await tx.record({ type: 'project-environment-removed', project, environment });
    });
  }
}

/**
 * Features that were there before are off already; all but one that somebody turned on at the very
 * moment at which the environment was removed.
 */
async function placeFeatures(tx: Tx, project: string, environment: string): Promise<void> {
  await keepFeatures(tx, [project]);
  const sql = /* sql */ `
    INSERT INTO feature_environment AS fe (feature_name, environment) SELECT name, $2 FROM feature WHERE project = $1 ORDER BY name
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO UPDATE SET enabled = false WHERE fe.enabled`;
  await tx.query(sql, [project, environment]);
}

async function turnOff(tx: Tx, project: string, environment: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE feature_environment fe SET enabled = false FROM feature f
     WHERE f.project = $1 AND fe.feature_name = f.name AND fe.environment = $2 AND fe.enabled`;
  await tx.query(sql, [project, environment]);
}

/**
 * Whether there is something to remove. @throws NotFoundError when there is no such environment.
 * @throws MinimumOneEnvironmentError when it is the last one.
 */
async function hasTo(tx: Tx, project: string, environment: string): Promise<boolean> {
  const [found] = await tx.query<{ exists: boolean; has: boolean; count: number }>(
    /* sql */ `
    SELECT EXISTS (SELECT FROM environment e WHERE e.name = $2) AS exists, count(*)::int AS count, COALESCE(bool_or(pe.environment = $2), false) AS has
      FROM project_environment pe WHERE pe.project = $1`,
    [project, environment],
  );
  if (!found!.exists) throw new NotFoundError(`There is no environment "${environment}".`);
  if (found!.has && found!.count === 1) {
    throw new MinimumOneEnvironmentError(
      `"${environment}" is the only environment of the project "${project}", which needs at least one.`,
    );
  }
  return found!.has;
}
