import { Injectable } from '@nestjs/common';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { BARE_FEATURE_JSON } from '../feature/feature.sql.js';
import { InvalidOperationError } from '../http/errors.js';
import { noProject } from './project-lock.js';
import { Project } from './project.entity.js';

/** The project that every instance has. */
const DEFAULT_PROJECT = 'default';

/** Takes projects out of use, brings them back, and deletes them for good. */
@Injectable()
export class ProjectArchive {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Archives a project. What is archived already stays so.
   * @throws NotFoundError @throws InvalidOperationError when it is the project `default`, or has features that are not archived.
   */
  async archive(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { archived } = await lock(projectId, tx);
      if (archived) return;
      await requireEmpty(projectId, 'archived', tx);
      await tx.repo(Project).update({ id: projectId }, { archivedAt: new Date() });
      await tx.record({ type: 'project-archived', project: projectId });
    });
  }

  /** Brings an archived project back; its features stay archived. What is live already stays so. @throws NotFoundError */
  async revive(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { archived } = await lock(projectId, tx);
      if (!archived) return;
      await tx.repo(Project).update({ id: projectId }, { archivedAt: null });
      await tx.record({ type: 'project-revived', project: projectId });
    });
  }

  /**
   * Deletes a project for good, with its archived features and its segments.
   * @throws NotFoundError @throws InvalidOperationError when it is the project `default`, has features that are not archived, or other projects use
   * its segments.
   */
  async delete(projectId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lock(projectId, tx);
      await requireEmpty(projectId, 'deleted', tx);
      await deleteFeatures(projectId, tx);
      await deleteSegments(projectId, tx);
      await tx.repo(Project).delete({ id: projectId });
      await tx.record({ type: 'project-deleted', project: projectId });
    });
  }
}

async function lock(projectId: string, tx: Tx): Promise<{ archived: boolean }> {
  const sql = 'SELECT archived_at IS NOT NULL AS archived FROM project WHERE id = $1 FOR UPDATE';
  const [found] = await tx.query<{ archived: boolean }>(sql, [projectId]);
  if (!found) throw noProject(projectId);
  return found;
}

async function requireEmpty(projectId: string, fate: 'archived' | 'deleted', tx: Tx): Promise<void> {
  if (projectId === DEFAULT_PROJECT)
    throw new InvalidOperationError(`The project "${DEFAULT_PROJECT}" cannot be ${fate}: every instance has it.`);
  const live = await tx.query('SELECT FROM feature WHERE project = $1 AND archived_at IS NULL LIMIT 1', [projectId]);
  if (live.length === 0) return;
  throw new InvalidOperationError(`The project "${projectId}" has features that are not archived. Archive them before it is ${fate}.`);
}

async function deleteFeatures(projectId: string, tx: Tx): Promise<void> {
  const rows = await tx.query<{ name: string; feature: object }>(
    `SELECT f.name, ${BARE_FEATURE_JSON} AS feature FROM feature f WHERE f.project = $1 ORDER BY f.name`,
    [projectId],
  );
  // Before they are gone, or the events would lack the tags of the features.
  await tx.record(
    ...rows.map(({ name, feature }) => ({ type: 'feature-deleted' as const, project: projectId, featureName: name, preData: feature })),
  );
  await tx.query('DELETE FROM feature WHERE project = $1', [projectId]);
}

async function deleteSegments(projectId: string, tx: Tx): Promise<void> {
  const used = await tx.query<{ name: string }>(
    /* sql */ `
    SELECT s.name FROM segment s
     WHERE s.project = $1 AND (EXISTS (SELECT FROM feature_strategy_segment ss WHERE ss.segment_id = s.id)
        OR EXISTS (SELECT FROM default_strategy_segment ds WHERE ds.segment_id = s.id AND ds.project <> $1))
     ORDER BY 1`,
    [projectId],
  );
  if (used.length > 0) {
    const names = used.map((segment) => segment.name).join(', ');
    throw new InvalidOperationError(`Other projects use segments of the project "${projectId}". Make them independent first: ${names}.`);
  }
  await tx.query('DELETE FROM default_strategy_segment WHERE project = $1', [projectId]);
  const rows = await tx.query<{ segment: object }>(
    /* sql */ `
    DELETE FROM segment s WHERE s.project = $1
    RETURNING json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'constraints', s.constraints,
      'createdBy', s.created_by, 'createdAt', iso8601(s.created_at), 'project', s.project) AS segment`,
    [projectId],
  );
  await tx.record(...rows.map(({ segment }) => ({ type: 'segment-deleted' as const, project: projectId, preData: segment })));
}
