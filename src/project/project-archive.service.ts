import { Injectable } from '@nestjs/common';
import type { Actor } from '../event/actor.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { lockProject, requireNoFeatures } from './project-lock.js';
import { Project } from './project.entity.js';

/** Takes projects out of use, and brings them back. */
@Injectable()
export class ProjectArchiveService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Archives a project. What is archived already stays so.
   * @throws NotFoundError @throws InvalidOperationError when it is the project `default`, or has
   * features that are not archived.
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
   * Brings an archived project back; its features stay archived. What is live already stays so.
   * @throws NotFoundError
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
