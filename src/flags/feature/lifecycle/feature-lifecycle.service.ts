import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Json } from '../../../platform/http/json.js';
import { lockFeature } from '../feature-lock.js';
import type { FeatureParams } from '../feature.dto.js';
import type {
  CompleteFeatureDto,
  LifecycleCountResponse,
  LifecycleStageResponse,
} from './lifecycle.dto.js';
import {
  COMPLETE,
  COUNT_STAGES,
  DELETE_COMPLETED_STAGE,
  ENTER_REACHED,
  LOCK_REACHED,
  READ_LIFECYCLE,
} from './lifecycle.sql.js';

/** A feature with reported usage, and the environment. */
interface ReportedUsage {
  featureName: string;
  environment: string;
}

/**
 * Manages lifecycle stages: initial, pre-live, live, completed, archived. Each is entered once and
 * keeps its first time.
 */
@Injectable()
export class FeatureLifecycleService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The stages a feature has entered, in order; empty for unknown and hidden features (reference
   * behaviour).
   */
  async get(
    { projectId, featureName }: FeatureParams,
    caller: Caller,
  ): Promise<Json<LifecycleStageResponse[]>> {
    const [row] = await this.database.run(READ_LIFECYCLE, [
      caller.sees(projectId) ? projectId : null,
      featureName,
    ]);
    return row!.stages;
  }

  /** The numbers of features by their current stage, in projects that the caller sees. */
  async count(caller: Caller, reader: Reader): Promise<Json<LifecycleCountResponse>> {
    const hidden = caller.hiddenProjects;
    const [row] = await this.database.longRead(reader, COUNT_STAGES, [hidden]);
    return row!.counts;
  }

  /**
   * Completes a feature in any stage. A completed one keeps its time, and its status is replaced.
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
   * Undoes the completion: the feature returns to its previous stage.
   * @throws NotFoundError, ArchivedFeatureError as {@link complete}.
   */
  async uncomplete(at: FeatureParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, at, 'update');
      const removed = await tx.query(DELETE_COMPLETED_STAGE, [at.featureName]);
      if (removed.length === 0) return;
      await tx.record({
        type: 'feature-uncompleted',
        project: at.projectId,
        featureName: at.featureName,
      });
    });
  }

  /**
   * Moves features to the stages they reached by usage: pre-live when any environment reported
   * usage, live when a production environment in which the feature is on did. Unknown names are
   * ignored. Records no event, because nobody acted.
   */
  async enterStages(reported: readonly ReportedUsage[], tx: Tx): Promise<void> {
    const pairs = [
      reported.map((one) => one.featureName),
      reported.map((one) => one.environment),
    ] as const;
    const held = await tx.query(LOCK_REACHED, pairs);
    if (held.length > 0) await tx.query(ENTER_REACHED, [...pairs, held.map(({ name }) => name)]);
  }
}
