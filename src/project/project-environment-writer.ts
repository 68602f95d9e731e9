import type { Tx } from '../event/tx.js';
import { ProjectEnvironment } from './project-environment.entity.js';
import type { ProjectEnvironmentParams } from './project.params.js';

/** Sets by which strategy features start in an environment of a project, which is locked. */
export async function writeDefaultStrategy(
  { projectId, environment }: ProjectEnvironmentParams,
  strategy: object,
  tx: Tx,
): Promise<void> {
  await tx
    .repo(ProjectEnvironment)
    .update({ project: projectId, environment }, { defaultStrategy: { ...strategy } });
}

/** Gives a project, which is locked, an environment. */
export async function addProjectEnvironment(
  { projectId: project, environment }: ProjectEnvironmentParams,
  tx: Tx,
): Promise<void> {
  await tx.repo(ProjectEnvironment).insert({ project, environment });
}

/** Takes an environment from a project, which is locked. */
export async function removeProjectEnvironment(
  { projectId: project, environment }: ProjectEnvironmentParams,
  tx: Tx,
): Promise<void> {
  await tx.repo(ProjectEnvironment).delete({ project, environment });
}
