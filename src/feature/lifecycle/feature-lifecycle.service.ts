import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import { Database } from '../../database/database.js';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import type { Json } from '../../http/json.js';
import { lockFeature } from '../feature-lock.js';
import type { FeatureParams } from '../feature.params.js';
import type { CompleteFeatureDto } from './lifecycle.dto.js';
import type { LifecycleStageResponse } from './lifecycle.response.js';
import { COMPLETE, ENTER_REACHED, HOLD_REACHED, READ_LIFECYCLE } from './lifecycle.sql.js';

/** A feature that usage was reported of, and where. */
export interface ReportedUsage {
  featureName: string;
  environment: string;
}

/**
 * The stages of features: initial, pre-live, live, completed, archived. Each is entered once, and
 * counts from the first time.
 */
@Injectable()
export class FeatureLifecycleService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The stages that a feature has entered, in their order; none when the project has no such
   * feature that the caller may know of, as the reference has it.
   */
  async get(
    { projectId, featureName }: FeatureParams,
    caller: Caller,
  ): Promise<Json<LifecycleStageResponse[]>> {
    const [row] = await this.database.run<{ stages: string }>(READ_LIFECYCLE, [
      caller.sees(projectId) ? projectId : null,
      featureName,
    ]);
    return row!.stages;
  }

  /**
   * Completes a feature, from whatever stage. One that is completed already keeps its time; another
   * status takes the place of the former.
   * @throws NotFoundError, ArchivedFeatureError when the project has no such live feature.
   */
  async complete(
    at: FeatureParams,
    { status, statusValue }: CompleteFeatureDto,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, at, 'update');
      const changed = await tx.query(COMPLETE, [at.featureName, status, statusValue ?? null]);
      if (changed.length === 0) return;
      const data = {
        status,
        ...(statusValue === undefined ? {} : { statusValue }),
        kept: status === 'kept',
      };
      await tx.record({
        type: 'feature-completed',
        project: at.projectId,
        featureName: at.featureName,
        data,
      });
    });
  }

  /**
   * Takes completion back: the feature is in the stage in which it was before. @throws
   * NotFoundError, ArchivedFeatureError as {@link complete}.
   */
  async uncomplete(at: FeatureParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, at, 'update');
      const sql =
        "DELETE FROM feature_lifecycle WHERE feature_name = $1 AND stage = 'completed' RETURNING 1";
      const removed = await tx.query(sql, [at.featureName]);
      if (removed.length === 0) return;
      await tx.record({
        type: 'feature-uncompleted',
        project: at.projectId,
        featureName: at.featureName,
      });
    });
  }

  /**
   * Lets features enter the stages that they have come to by usage: pre-live, where any environment
   * has reported it; live, too, where a production environment in which the feature is on has.
   * Unknown names are passed over. Nothing is recorded: nobody did anything.
   */
  async enterStages(reported: readonly ReportedUsage[], tx: Tx): Promise<void> {
    const pairs = [reported.map((one) => one.featureName), reported.map((one) => one.environment)];
    const held = await tx.query<{ name: string }>(HOLD_REACHED, pairs);
    if (held.length > 0) await tx.query(ENTER_REACHED, [...pairs, held.map(({ name }) => name)]);
  }
}
