import { Injectable } from '@nestjs/common';
import { lockTokensOf, withdrawProject } from '../../access/api-token/token-writer.js';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { InvalidOperationError } from '../../platform/errors/general.errors.js';
import { deleteFeatures } from '../feature/archive/feature-archive.service.js';
import { removeDefaultSegments } from '../feature/default-strategy/default-strategy.js';
import { lockProject, requireNoFeatures } from '../project/project-lock.js';
import { deleteSegmentsOf } from '../segment/segment.service.js';
import { FIND_USED_SEGMENTS, LOCK_FEATURES } from './project-contents.sql.js';
import { keepRemoved } from '../../core/event/removed-parts.js';
import {
  COUNT_DELETED_PRIVATE,
  DELETE_PROJECT,
  READ_ENVIRONMENTS,
} from '../project/project.sql.js';

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
  const used = await tx.query(FIND_USED_SEGMENTS, [projectId]);
  if (used.length === 0) return;
  const names = used.map((segment) => segment.name).join(', ');
  throw new InvalidOperationError(
    `Other projects use segments of the project "${projectId}". Remove these segments there ` +
      `first: ${names}.`,
  );
}

/** About how many private projects can be deleted, since their events stay hidden for ever. */
export const MAX_DELETED_PRIVATE = 1_000;

/**
 * Permanently deletes a locked and empty project.
 * @throws InvalidOperationError when too many private projects were deleted.
 */
async function deleteProject(projectId: string, tx: Tx): Promise<void> {
  const places = await tx.query(READ_ENVIRONMENTS, [projectId]);
  const [gone] = await tx.query(DELETE_PROJECT, [projectId]);
  if (gone!.mode === 'private') await requireFewDeleted(tx);
  // Records the mode, so that events of a private project stay private after its deletion.
  const data = gone!.mode === 'private' ? { data: { mode: 'private' as const } } : {};
  await tx.record({ type: 'project-deleted', project: projectId, ...data });
  const parts = places.map(({ environment }) => ({ project: projectId, environment, data: {} }));
  await keepRemoved('project-deleted', parts, tx);
}

async function requireFewDeleted(tx: Tx): Promise<void> {
  const [row] = await tx.query(COUNT_DELETED_PRIVATE);
  if (row!.count > MAX_DELETED_PRIVATE)
    throw new InvalidOperationError(
      `${MAX_DELETED_PRIVATE} private projects were deleted, whose events stay hidden. Archive ` +
        'this one instead, or make it open first, which shows its events to everybody.',
    );
}
