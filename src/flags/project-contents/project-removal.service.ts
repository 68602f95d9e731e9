import { Injectable } from '@nestjs/common';
import { lockTokensOf, withdrawProject } from '../../access/api-token/token-removal.js';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { InvalidOperationError } from '../../platform/errors/general.errors.js';
import { deleteFeatures } from '../feature/archive/feature-archive.service.js';
import { removeDefaultSegments } from '../feature/default-strategy/default-strategy.js';
import { deleteProject } from '../project/project-deletion.js';
import { lockProject, requireNoFeatures } from '../project/project-lock.js';
import { deleteSegmentsOf } from '../segment/segment.service.js';
import { FIND_USED_SEGMENTS, LOCK_FEATURES } from './project-contents.sql.js';

/** Deletes projects with their contents. */
@Injectable()
export class ProjectRemovalService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Permanently deletes a project with its archived features, its segments, and the API tokens that
   * are valid only there.
   * @throws NotFoundError when it does not exist.
   * @throws InvalidOperationError when it is the project `default`, has live features, or other
   * projects use its segments.
   */
  async delete(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockProject(tx, projectId);
      await requireNoFeatures(tx, projectId, 'deleted');
      await requireUnused(projectId, tx);
      if (tx.onlyChecks) return;
      const features = await tx.query(LOCK_FEATURES, [projectId]);
      const tokens = await lockTokensOf(projectId, tx);
      await deleteFeatures(
        projectId,
        features.map(({ name }) => name),
        tx,
      );
      await removeDefaultSegments(projectId, tx);
      await deleteSegmentsOf(projectId, tx);
      await withdrawProject(projectId, tokens, tx);
      await deleteProject(projectId, tx);
    });
  }
}

async function requireUnused(projectId: string, tx: Tx): Promise<void> {
  const used = await tx.query(/* sql */ FIND_USED_SEGMENTS, [projectId]);
  if (used.length === 0) return;
  const names = used.map((segment) => segment.name).join(', ');
  throw new InvalidOperationError(
    `Other projects use segments of the project "${projectId}". Remove these segments there ` +
      `first: ${names}.`,
  );
}
