import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockProject, requireNoFeatures } from './project-lock.js';
import { Project } from './project.entity.js';

/** Archives and revives projects. */
@Injectable()
export class ProjectArchiveService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Archives a project. Does nothing when it is archived already.
   * @throws NotFoundError when it does not exist.
   * @throws InvalidOperationError when it is the project `default`, or has live features.
   */
  async archive(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { archived } = await lockProject(tx, projectId);
      if (archived) return;
      await requireNoFeatures(tx, projectId, 'archived');
      await tx.repo(Project).update({ id: projectId }, { archivedAt: new Date() });
      await tx.record({ type: 'project-archived', project: projectId });
    });
  }

  /**
   * Revives an archived project; its features stay archived. Does nothing when it is live.
   * @throws NotFoundError when it does not exist.
   */
  async revive(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { archived } = await lockProject(tx, projectId);
      if (!archived) return;
      await tx.repo(Project).update({ id: projectId }, { archivedAt: null });
      await tx.record({ type: 'project-revived', project: projectId });
    });
  }
}
