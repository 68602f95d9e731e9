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
