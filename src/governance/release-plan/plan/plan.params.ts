import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';

/** The release plan of a feature in an environment in a path. */
export class PlanParams extends FeatureEnvironmentParams {
  /** UUID of the plan. */
  planId: string;
}

/** A milestone of a release plan in a path. */
export class PlanMilestoneParams extends PlanParams {
  /** UUID of the milestone. */
  milestoneId: string;
}
