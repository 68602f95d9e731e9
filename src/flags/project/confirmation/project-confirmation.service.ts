import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Actor } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockLiveProject, noProject } from '../project-lock.js';
import { Project } from '../project.entity.js';
import type { ConfirmationWish, ProjectConfirmationResponse } from './project-confirmation.dto.js';
import { READ_CONFIRMATION } from '../project.sql.js';

/**
 * Reads and changes the required confirmations of a project. They are part of the caller lookup and
 * become effective within a second.
 */
@Injectable()
export class ProjectConfirmationService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  /** @throws NotFoundError when it does not exist. */
  async get(projectId: string): Promise<ProjectConfirmationResponse> {
    const [row] = await this.database.run(READ_CONFIRMATION, [projectId]);
    if (!row) throw noProject(projectId);
    return row;
  }

  /** @throws NotFoundError when there is no such live project. */
  async set(
    projectId: string,
    inProduction: ConfirmationWish,
    actor: Actor,
  ): Promise<ProjectConfirmationResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, projectId, 'update');
      const [before] = await tx.query(READ_CONFIRMATION, [projectId]);
      if (before!.inProduction === inProduction) return before!;
      await tx
        .repo(Project)
        .update({ id: projectId }, { confirmInProduction: inProduction, updatedAt: new Date() });
      const [data, preData] = [inProduction, before!.inProduction].map((confirmInProduction) => ({
        id: projectId,
        confirmInProduction,
      }));
      await tx.record({
        type: 'project-updated',
        project: projectId,
        data: data!,
        preData: preData!,
      });
      return { inProduction };
    });
  }
}
