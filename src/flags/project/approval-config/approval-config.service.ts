import { Injectable } from '@nestjs/common';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { approvalEventOf, writeRequiredApprovals } from '../project-environment-writer.js';
import { lockLiveProject } from '../../../core/event/live-project.js';
import type { ProjectEnvironmentParams } from '../project.dto.js';
import type { ApprovalConfigDto } from './approval-config.dto.js';

/**
 * Sets whether changes in an environment of a project require approvals. Statements that change
 * features read the setting themselves, so it is effective at once, on every instance.
 */
@Injectable()
export class ApprovalConfigService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws NotFoundError when a live project does not have the environment.
   * @throws BadDataError when approvals are to be required, but none.
   */
  async set(
    at: ProjectEnvironmentParams,
    { changeRequestsEnabled, requiredApprovals: wanted }: ApprovalConfigDto,
    actor: Actor,
  ): Promise<void> {
    if (changeRequestsEnabled && wanted === 0)
      throw new BadDataError(
        'requiredApprovals must be 1 to 10 when changeRequestsEnabled is true.',
      );
    const { projectId: project, environment } = at;
    await this.unitOfWork.run(actor, async (tx) => {
      const before = await lockRequirement(at, tx);
      const after = changeRequestsEnabled ? (wanted ?? before ?? 1) : null;
      if (before === after) return;
      await writeRequiredApprovals(at, after, tx);
      await tx.record(approvalEventOf(project, environment, before, after));
    });
  }
}

/** Locks an environment of a live project. @returns How many approvals it requires. */
async function lockRequirement(
  { projectId: project, environment }: ProjectEnvironmentParams,
  tx: Tx,
): Promise<number | null> {
  await lockLiveProject(tx, project, 'update');
  const { projectEnvironments } = await tx.lock({
    projectEnvironments: { noKeyUpdate: [{ project, environment }] },
  });
  const [found] = projectEnvironments;
  if (found) return found.requiredApprovals;
  throw new NotFoundError(
    `There is no project "${project}" with the environment "${environment}".`,
  );
}
