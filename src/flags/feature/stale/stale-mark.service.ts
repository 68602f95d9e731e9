import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockFeatures } from '../feature-lock.js';
import { MARK_STALE } from './stale.sql.js';

/** Marks features as stale, which means that their code should be removed. */
@Injectable()
export class StaleMarkService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Sets or removes the mark. Unknown, archived and unchanged features are skipped.
   * @throws NotFoundError when there is no such project.
   */
  async set(
    project: string,
    featureNames: readonly string[],
    stale: boolean,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const features = await lockFeatures(tx, project, featureNames);
      const live = features.filter((feature) => !feature.archived).map((feature) => feature.name);
      const changed = await tx.query(MARK_STALE, [live, stale]);
      const type = stale ? 'feature-stale-on' : 'feature-stale-off';
      await tx.recordAll(
        changed.map(({ name: featureName }) => ({ type, project, featureName }) as const),
      );
    });
  }
}
