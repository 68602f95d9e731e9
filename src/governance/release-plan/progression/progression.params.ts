import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { PlanParams } from '../plan/plan.params.js';

/** The milestone of a release plan that another one follows, in a path. */
export class ProgressionParams extends FeatureEnvironmentParams {
  /** UUID of the milestone. */
  sourceMilestoneId: string;
}

/** A safeguard of a release plan in a path. */
export class SafeguardParams extends PlanParams {
  /** UUID of the safeguard. */
  safeguardId: string;
}
