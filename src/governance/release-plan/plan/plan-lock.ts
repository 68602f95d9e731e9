import type { Tx } from '../../../core/event/tx.js';
import {
  lockFeatureEnvironment,
  type LockedFeatureEnvironment,
} from '../../../flags/feature/feature-lock.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { noPlan } from '../release-plan.errors.js';
import type { PlanParams } from './plan.dto.js';
import { READ_STORED, type StoredPlan } from './plan.sql.js';

/** A plan whose feature is locked in the environment, which serialises all changes of the plan. */
export interface LockedPlan {
  readonly place: LockedFeatureEnvironment;
  readonly plan: StoredPlan;
}

/**
 * Locks a plan until the transaction ends.
 * @throws NotFoundError when the project lacks the feature or the environment, or the feature the
 * plan.
 * @throws ArchivedFeatureError when the feature is archived.
 */
export async function lockPlan(at: PlanParams, tx: Tx): Promise<LockedPlan> {
  const locked = await lockOnlyPlan(at, tx);
  if (locked.plan.id !== at.planId.toLowerCase())
    throw noPlan(at.featureName, at.environment, at.planId);
  return locked;
}

/** Like {@link lockPlan}, whatever the id of the plan. */
export async function lockOnlyPlan(at: FeatureEnvironmentParams, tx: Tx): Promise<LockedPlan> {
  const place = await lockFeatureEnvironment(tx, at);
  const [plan] = await tx.query(READ_STORED, [at.featureName, at.environment]);
  if (!plan) throw noPlan(at.featureName, at.environment);
  return { place, plan };
}

/** The place of a plan in events. */
export function placeOf({
  projectId: project,
  featureName,
  environment,
}: FeatureEnvironmentParams) {
  return { project, featureName, environment };
}
