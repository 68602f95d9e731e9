import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { Text } from '../../../platform/http/validation/shape.decorators.js';

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

/** The template of a release plan to add. */
export class ReleasePlanTemplateIdDto {
  /** UUID of the template. */
  @Text({ max: 100 })
  templateId: string;
}
