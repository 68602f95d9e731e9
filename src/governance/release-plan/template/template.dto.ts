import { ListOf, Text } from '../../../platform/http/validation/shape.decorators.js';
import { MAX_MILESTONES } from '../milestone-content.js';
import { MilestoneDto } from '../milestone.dto.js';

/** A milestone of a template in a path. */
export class TemplateMilestoneParams {
  /** UUID of the template. */
  templateId: string;
  /** UUID of the milestone. */
  milestoneId: string;
}

/** A strategy of a milestone of a template in a path. */
export class TemplateStrategyParams extends TemplateMilestoneParams {
  /** UUID of the strategy. */
  strategyId: string;
}

/** A template of a rollout in milestones. */
export class ReleasePlanTemplateDto {
  /** Name of 1 to 200 characters, unique among the templates that are not archived. */
  @Text({ trim: true, min: 1, max: 200 })
  name: string;
  /** Description of at most 2,000 characters; null for none. */
  @Text({ optional: true, nullable: true, max: 2_000 })
  description?: string | null;
  /** Its milestones, at most 20. When omitted, a new template has none, and others keep theirs. */
  @ListOf(() => MilestoneDto, { optional: true, max: MAX_MILESTONES })
  milestones?: MilestoneDto[];
}
