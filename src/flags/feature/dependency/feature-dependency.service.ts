import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { InvalidOperationError } from '../../../platform/errors/general.errors.js';
import { lockFeature, lockFeatures } from '../feature-lock.js';
import { archivedFeatureError, notFound } from '../feature.read-model.js';
import type { ChildParams, CreateDependencyDto, DependencyParams } from './dependency.dto.js';
import { DELETE_DEPENDENCIES, FAMILY, SET_DEPENDENCY } from './dependency.sql.js';

/**
 * Makes features depend on others. A feature has at most one parent, and dependencies are one level
 * deep: a feature with a parent has no children, so there are neither chains nor cycles. The
 * transaction locks both features, so that two transactions cannot create a chain together.
 */
@Injectable()
export class FeatureDependencyService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Makes a feature depend on a parent, which replaces any other parent. Does nothing if the same
   * dependency exists.
   * @throws NotFoundError, ArchivedFeatureError when the project has no such live child.
   * @throws InvalidOperationError when the parent cannot be one.
   */
  async add(at: ChildParams, dto: CreateDependencyDto, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, (tx) => this.put(at, dto, tx));
  }

  /** Like {@link add}, within a transaction. */
  async put(at: ChildParams, dto: CreateDependencyDto, tx: Tx): Promise<void> {
    const { feature, enabled = true } = dto;
    const variants = enabled ? dto.variants : undefined;
    await lockBoth(tx, { ...at, parent: feature });
    const [written] = await tx.query(SET_DEPENDENCY, [
      at.child,
      feature,
      enabled,
      variants ? JSON.stringify(variants) : null,
    ]);
    if (!written!.changed) return;
    const { before } = written!;
    await tx.record({
      type: 'feature-dependency-added',
      project: at.projectId,
      featureName: at.child,
      data: { feature, enabled, ...(variants ? { variants } : {}) },
      ...(before.length > 0 ? { preData: { dependencies: before } } : {}),
    });
  }

  /**
   * Removes a dependency; does nothing when there is none.
   * @throws NotFoundError, ArchivedFeatureError as {@link add}.
   */
  async remove({ projectId, child, parent }: DependencyParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, { projectId, featureName: child }, 'update');
      const [removed] = await tx.query(DELETE_DEPENDENCIES, [child, parent]);
      if (!removed) return;
      await tx.record({
        type: 'feature-dependency-removed',
        project: projectId,
        featureName: child,
        data: { feature: parent },
        preData: removed.dependency,
      });
    });
  }

  /**
   * Removes all dependencies of a child; does nothing when there are none.
   * @throws NotFoundError, ArchivedFeatureError as {@link add}.
   */
  async removeAll({ projectId, child }: ChildParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, { projectId, featureName: child }, 'update');
      const removed = await tx.query(DELETE_DEPENDENCIES, [child, null]);
      if (removed.length > 0)
        await tx.record({
          type: 'feature-dependencies-removed',
          project: projectId,
          featureName: child,
          preData: { dependencies: removed.map(({ dependency }) => dependency) },
        });
    });
  }
}

/**
 * Locks child and parent, and checks that the dependency is allowed. A parent in another project is
 * treated as absent.
 */
async function lockBoth(tx: Tx, { projectId, child, parent }: DependencyParams): Promise<void> {
  const found = new Map(
    (await lockFeatures(tx, projectId, [child, parent])).map((feature) => [feature.name, feature]),
  );
  if (!found.has(child)) throw notFound({ projectId, featureName: child });
  if (found.get(child)?.archived) throw archivedFeatureError(child);
  if (!found.has(parent))
    throw new InvalidOperationError(
      `There is no feature "${parent}" in the project "${projectId}" to use as a parent.`,
    );
  if (found.get(parent)?.archived)
    throw new InvalidOperationError(
      `The feature "${parent}" is archived, so it cannot be a parent.`,
    );
  const [family] = await tx.query(FAMILY, [child, parent]);
  const { grandparent, grandchild } = family!;
  if (grandparent !== null) {
    throw new InvalidOperationError(
      `The feature "${parent}" depends on "${grandparent}", so it cannot be a parent.`,
    );
  }
  if (grandchild !== null) {
    throw new InvalidOperationError(
      `The feature "${grandchild}" depends on "${child}", so "${child}" cannot have a parent.`,
    );
  }
}
