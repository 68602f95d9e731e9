import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { GuardLevel } from '../../preview/impact.response.js';
import { Project } from '../project.entity.js';
import { lockLiveProject, noProject } from '../../../core/event/live-project.js';
import type { ConfirmationWish } from './project-policy.dto.js';

/** What a project asks of those who change its features. */
interface ProjectPolicy {
  /** Part of the caller lookup, so that a change is effective within a second. */
  confirmInProduction: ConfirmationWish;
  /** Read by the statements that change features, so that a change is effective at once. */
  guard: GuardLevel;
}

const READ = statement<[projectId: string], ProjectPolicy>(
  'project-policy.read',
  /* sql */ `
    SELECT confirm_in_production AS "confirmInProduction", guard FROM project WHERE id = $1`,
);

/** Reads and changes what a project asks of those who change its features. */
@Injectable()
export class ProjectPolicyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  /** @throws NotFoundError when the project does not exist. */
  async read(projectId: string): Promise<ProjectPolicy> {
    const [policy] = await this.database.run(READ, [projectId]);
    if (!policy) throw noProject(projectId);
    return policy;
  }

  /**
   * Changes the parts that are given, and records one event for each.
   * @throws NotFoundError when there is no such live project.
   */
  async change(projectId: string, wanted: Partial<ProjectPolicy>, actor: Actor): Promise<void> {
    const event = { type: 'project-updated', project: projectId } as const;
    const id = projectId;
    await this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, projectId, 'update');
      const [before] = await tx.query(READ, [projectId]);
      const { guard, confirmInProduction } = { ...before!, ...wanted };
      const isOtherGuard = guard !== before!.guard;
      const isOtherWish = confirmInProduction !== before!.confirmInProduction;
      if (isOtherGuard || isOtherWish)
        await tx.repo(Project).update({ id }, { ...wanted, updatedAt: new Date() });
      if (isOtherGuard)
        await tx.record({ ...event, data: { id, guard }, preData: { id, guard: before!.guard } });
      if (isOtherWish)
        await tx.record({
          ...event,
          data: { id, confirmInProduction },
          preData: { id, confirmInProduction: before!.confirmInProduction },
        });
    });
  }
}
