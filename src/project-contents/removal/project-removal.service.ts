import { Injectable } from '@nestjs/common';
import { lockTokensOf, withdrawProject } from '../../api-token/token-removal.js';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { deleteFeatures } from '../../feature/archive/deletion.js';
import { InvalidOperationError } from '../../errors/general.errors.js';
import { lockProject, requireNoFeatures } from '../../project/project-lock.js';
import { SEGMENT_JSON } from '../../segment/segment.read-model.js';
import type { SegmentPayload } from '../../event/event-payloads.js';

/** Deletes projects together with what is in them. */
@Injectable()
export class ProjectRemovalService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Deletes a project for good, with its archived features, its segments, and the API tokens that
   * are good for it alone.
   * @throws NotFoundError @throws InvalidOperationError when it is the project `default`, has
   * features that are not archived, or other projects use its segments.
   */
  async delete(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockProject(tx, projectId);
      await requireNoFeatures(tx, projectId, 'deleted');
      const features = await tx.query<{ name: string }>(
        'SELECT name FROM feature WHERE project = $1',
        [projectId],
      );
      const tokens = await lockTokensOf(projectId, tx);
      await deleteFeatures(
        projectId,
        features.map(({ name }) => name),
        tx,
      );
      await deleteSegments(projectId, tx);
      await withdrawProject(projectId, tokens, tx);
      const [gone] = await tx.query<{ mode: string }>(
        'DELETE FROM project WHERE id = $1 RETURNING mode',
        [projectId],
      );
      // What there was in a private project stays private, which nothing else would tell.
      const data = gone!.mode === 'private' ? { data: { mode: 'private' as const } } : {};
      await tx.record({ type: 'project-deleted', project: projectId, ...data });
    });
  }
}

async function deleteSegments(projectId: string, tx: Tx): Promise<void> {
  await requireUnused(projectId, tx);
  await tx.query('DELETE FROM default_strategy_segment WHERE project = $1', [projectId]);
  const rows = await tx.query<{ segment: SegmentPayload }>(
    `DELETE FROM segment s WHERE s.project = $1 RETURNING ${SEGMENT_JSON} AS segment`,
    [projectId],
  );
  await tx.recordAll(
    rows.map(({ segment }) => ({
      type: 'segment-deleted' as const,
      project: projectId,
      preData: segment,
    })),
  );
}

async function requireUnused(projectId: string, tx: Tx): Promise<void> {
  const used = await tx.query<{ name: string }>(
    /* sql */ `
    SELECT s.name FROM segment s
     WHERE s.project = $1 AND (EXISTS (SELECT FROM feature_strategy_segment ss WHERE ss.segment_id = s.id)
        OR EXISTS (SELECT FROM default_strategy_segment ds WHERE ds.segment_id = s.id AND ds.project <> $1))
     ORDER BY 1`,
    [projectId],
  );
  if (used.length === 0) return;
  const names = used.map((segment) => segment.name).join(', ');
  throw new InvalidOperationError(
    `Other projects use segments of the project "${projectId}". Make them independent first: ${names}.`,
  );
}
