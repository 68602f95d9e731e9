import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { FeatureParams } from '../feature/feature.dto.js';
import { notFound } from '../feature/feature.read-model.js';
import { noProject } from '../../core/event/live-project.js';
import { ForbiddenError } from '../../platform/errors/general.errors.js';
import { statement } from '../../platform/database/statement.js';

const ADD_FEATURE = statement<[featureName: string, userId: number]>(
  'favorite.add-feature',
  /* sql */ `
    INSERT INTO favorite_feature (feature_name, user_id) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT favorite_feature_pkey DO NOTHING RETURNING 1`,
);

const DELETE_FEATURE = statement<[featureName: string, userId: number]>(
  'favorite.delete-feature',
  'DELETE FROM favorite_feature WHERE feature_name = $1 AND user_id = $2 RETURNING 1',
);

const ADD_PROJECT = statement<[project: string, userId: number]>(
  'favorite.add-project',
  /* sql */ `
    INSERT INTO favorite_project (project, user_id) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT favorite_project_pkey DO NOTHING RETURNING 1`,
);

const DELETE_PROJECT = statement<[project: string, userId: number]>(
  'favorite.delete-project',
  'DELETE FROM favorite_project WHERE project = $1 AND user_id = $2 RETURNING 1',
);

/** Manages favorites. Repeated additions and removals do nothing and record no event. */
@Injectable()
export class FavoriteService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws NotFoundError when the project has no such feature.
   * @throws ForbiddenError when the caller is not a user.
   */
  async addFeature(at: FeatureParams, caller: Caller): Promise<void> {
    const userId = userOf(caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await requireFeature(tx, at);
      const { featureName } = at;
      const added = await tx.query(ADD_FEATURE, [featureName, userId]);
      if (added.length > 0)
        await tx.record({ type: 'feature-favorited', featureName, data: { feature: featureName } });
    });
  }

  /**
   * @throws NotFoundError when the project has no such feature.
   * @throws ForbiddenError when the caller is not a user.
   */
  async removeFeature(at: FeatureParams, caller: Caller): Promise<void> {
    const userId = userOf(caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await requireFeature(tx, at);
      const { featureName } = at;
      const removed = await tx.query(DELETE_FEATURE, [featureName, userId]);
      if (removed.length > 0)
        await tx.record({
          type: 'feature-unfavorited',
          featureName,
          data: { feature: featureName },
        });
    });
  }

  /**
   * @throws NotFoundError when there is no such project.
   * @throws ForbiddenError when the caller is not a user.
   */
  async addProject(project: string, caller: Caller): Promise<void> {
    const userId = userOf(caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await requireProject(tx, project);
      const added = await tx.query(ADD_PROJECT, [project, userId]);
      if (added.length > 0)
        await tx.record({ type: 'project-favorited', project, data: { project } });
    });
  }

  /**
   * @throws NotFoundError when there is no such project.
   * @throws ForbiddenError when the caller is not a user.
   */
  async removeProject(project: string, caller: Caller): Promise<void> {
    const userId = userOf(caller);
    await this.unitOfWork.run(caller, async (tx) => {
      await requireProject(tx, project);
      const removed = await tx.query(DELETE_PROJECT, [project, userId]);
      if (removed.length > 0)
        await tx.record({ type: 'project-unfavorited', project, data: { project } });
    });
  }
}

function userOf(caller: Caller): number {
  if (caller.kind === 'user') return caller.userId;
  throw new ForbiddenError(
    'Favorites belong to users, and an admin token is not a user. Sign in to use favorites.',
  );
}

/** Locks the feature against deletion until the transaction ends. */
async function requireFeature(tx: Tx, at: FeatureParams): Promise<void> {
  const { features } = await tx.lock({ features: { keyShare: [at.featureName] } });
  if (features[0]?.project !== at.projectId) throw notFound(at);
}

async function requireProject(tx: Tx, projectId: string): Promise<void> {
  const { projects } = await tx.lock({ projects: { keyShare: [projectId] } });
  if (projects.length === 0) throw noProject(projectId);
}
