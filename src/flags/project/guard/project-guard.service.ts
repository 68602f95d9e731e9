import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Actor } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { GuardLevel } from '../../preview/impact.response.js';
import { Project } from '../project.entity.js';
import { lockLiveProject, noProject } from '../project-lock.js';
import type { ProjectGuardResponse } from './project-guard.dto.js';
import { READ_GUARD } from '../project.sql.js';

/**
 * Reads and changes the guard of a project. Statements that change features read it themselves, so
 * it is effective at once, on every instance.
 */
@Injectable()
export class ProjectGuardService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  /** @throws NotFoundError when the project does not exist. */
  async get(projectId: string): Promise<ProjectGuardResponse> {
    const [row] = await this.database.run(READ_GUARD, [projectId]);
    if (!row) throw noProject(projectId);
    return row;
  }

  /** @throws NotFoundError when there is no such live project. */
  async set(projectId: string, guard: GuardLevel, actor: Actor): Promise<ProjectGuardResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, projectId, 'update');
      const [before] = await tx.query(READ_GUARD, [projectId]);
      if (before!.guard === guard) return before!;
      await tx.repo(Project).update({ id: projectId }, { guard, updatedAt: new Date() });
      await tx.record({
        type: 'project-updated',
        project: projectId,
        data: { id: projectId, guard },
        preData: { id: projectId, guard: before!.guard },
      });
      return { guard };
    });
  }
}
