import type { EventOf } from '../../core/event/event.types.js';
import type { Tx } from '../../core/event/tx.js';
import { ProjectEnvironment } from './project.entity.js';
import type { ProjectEnvironmentParams } from './project.dto.js';

/** The event of a change of how many approvals an environment requires; null for none. */
export function approvalEventOf(
  project: string,
  environment: string,
  before: number | null,
  after: number | null,
): EventOf<'change-request-configuration-updated'> {
  return {
    type: 'change-request-configuration-updated',
    project,
    environment,
    data: { changeRequestsEnabled: after !== null, requiredApprovals: after },
    preData: { changeRequestsEnabled: before !== null, requiredApprovals: before },
  };
}

/** Sets or, with null, removes the default strategy of an environment of a locked project. */
export async function writeDefaultStrategy(
  { projectId, environment }: ProjectEnvironmentParams,
  strategy: object | null,
  tx: Tx,
): Promise<void> {
  await tx
    .repo(ProjectEnvironment)
    .update({ project: projectId, environment }, { defaultStrategy: strategy && { ...strategy } });
}

/** Sets how many approvals changes require in an environment of a locked project. */
export async function writeRequiredApprovals(
  { projectId: project, environment }: ProjectEnvironmentParams,
  requiredApprovals: number | null,
  tx: Tx,
): Promise<void> {
  await tx.repo(ProjectEnvironment).update({ project, environment }, { requiredApprovals });
}

/** Adds an environment to a locked project. */
export async function addProjectEnvironment(
  { projectId: project, environment }: ProjectEnvironmentParams,
  tx: Tx,
): Promise<void> {
  await tx.repo(ProjectEnvironment).insert({ project, environment });
}

/** Removes an environment from a locked project. */
export async function removeProjectEnvironment(
  { projectId: project, environment }: ProjectEnvironmentParams,
  tx: Tx,
): Promise<void> {
  await tx.repo(ProjectEnvironment).delete({ project, environment });
}
