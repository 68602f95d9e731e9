import {
  Int,
  INT4_FROM_0,
  ListOf,
  Part,
  Text,
} from '../../platform/http/validation/shape.decorators.js';
import { MAX_MILESTONES } from './milestone-content.js';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import {
  type ConstraintDto,
  ConstraintResponse,
  CreateStrategyDto,
} from '../../flags/feature/strategy/strategy.dto.js';
import { MAX_STRATEGIES } from '../../flags/feature/feature.errors.js';
import { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import { ApiProperty } from '@nestjs/swagger';
import {
  type StrategyVariantDto,
  StrategyVariantResponse,
} from '../../flags/feature/variant/variant.dto.js';
import { SafeguardResponse } from './safeguard/safeguard.dto.js';

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

/** Longest time after which a milestone follows another, in minutes: a year. */
const MAX_MINUTES = 525_600;

/** When the next milestone follows. */
@RefuseUnknown()
export class TransitionConditionDto {
  /** Minutes after the start of the milestone, 1 to 525,600. */
  @Int({ min: 1, max: MAX_MINUTES })
  intervalMinutes: number;
}

/** A strategy of a milestone. */
export class MilestoneStrategyDto extends OmitType(CreateStrategyDto, ['name']) {
  /** UUID of a strategy that the milestone has already; a new one gets its own. */
  @Text({ optional: true, max: 100 })
  id?: string;
  /** Name of its strategy definition. */
  @Text({ min: 1 })
  strategyName: string;
}

/** New content of a strategy of a milestone. Omitted properties and the position stay. */
export class UpdateMilestoneStrategyDto extends OmitType(CreateStrategyDto, [
  'name',
  'sortOrder',
]) {}

/** A milestone of a rollout. */
export class MilestoneDto {
  /** UUID of a milestone that the template has already; a new one gets its own. */
  @Text({ optional: true, max: 100 })
  id?: string;
  /** Name of 1 to 200 characters. */
  @Text({ trim: true, min: 1, max: 200 })
  name: string;
  /** Position among the milestones; by default as in the list. */
  @Int({ optional: true, ...INT4_FROM_0 })
  sortOrder?: number;
  /** When the next milestone follows by itself; null and omitted mean never. */
  @Part(() => TransitionConditionDto, { optional: true, nullable: true })
  transitionCondition?: TransitionConditionDto | null;
  /** What features get when it starts: at most 30 strategies; none when omitted. */
  @ListOf(() => MilestoneStrategyDto, { optional: true, max: MAX_STRATEGIES })
  strategies?: MilestoneStrategyDto[];
}

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

/** When a milestone is followed by the next one. */
export class ProgressionDto {
  /** UUID of the milestone that follows, which is the next one; it may be omitted. */
  @Text({ optional: true, max: 100 })
  targetMilestone?: string;
  /** When it follows. */
  @Part(() => TransitionConditionDto)
  transitionCondition: TransitionConditionDto;
}

const MOMENT = { type: String, nullable: true, format: 'date-time' } as const;

/** When the next milestone follows. */
class TransitionConditionResponse {
  /** Minutes after the start of the milestone. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  intervalMinutes: number;
}

/** A strategy of a milestone. */
export class MilestoneStrategyResponse {
  /** UUID of the strategy; the feature has it with the same id. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** UUID of its milestone. */
  @ApiProperty({ format: 'uuid' })
  milestoneId: string;
  /** Position among the strategies of the milestone. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** Title; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  title: string | null;
  /** Name of its strategy definition. */
  strategyName: string;
  /** Parameters by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** Constraints, all of which must match. */
  @ApiProperty({ type: () => [ConstraintResponse] })
  constraints: ConstraintDto[];
  /** Variants of the strategy. */
  @ApiProperty({ type: () => [StrategyVariantResponse] })
  variants: StrategyVariantDto[];
  /** Ids of segments, all of which must match. */
  @ApiProperty({ type: 'integer', isArray: true })
  segments: number[];
  /** Whether it is disabled; disabled strategies are not evaluated and not sent to SDKs. */
  disabled: boolean;
}

/** A milestone of a template or a plan. */
export class MilestoneResponse {
  /** UUID of the milestone. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** Name of the milestone. */
  name: string;
  /** Position, from 0. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** UUID of the template or the plan. */
  @ApiProperty({ format: 'uuid' })
  releasePlanDefinitionId: string;
  /** When it last started; null in templates, and before. */
  @ApiProperty(MOMENT)
  startedAt: string | null;
  /** When the next milestone follows by itself; null for never. */
  @ApiProperty({ type: () => TransitionConditionResponse, nullable: true })
  transitionCondition: TransitionConditionResponse | null;
  /** When the next milestone followed by itself; null if it has not since the last start. */
  @ApiProperty(MOMENT)
  progressionExecutedAt: string | null;
  /** Since when the next milestone does not follow by itself; null when it is not paused. */
  @ApiProperty(MOMENT)
  pausedAt: string | null;
  /** Its strategies, in order; absent in lists of templates. */
  @ApiProperty({ type: () => [MilestoneStrategyResponse], required: false })
  strategies: MilestoneStrategyResponse[];
}

/** A template of a rollout in milestones. */
export class ReleasePlanTemplateResponse {
  /** UUID of the template. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** Always `template`. */
  @ApiProperty({ enum: ['template'] })
  discriminator: 'template';
  /** Name, unique among the templates that are not archived. */
  name: string;
  /** Description; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  /** Id of the user who created it; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  createdByUserId: number;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it was archived; null when it is not. */
  @ApiProperty(MOMENT)
  archivedAt: string | null;
  /** Its milestones, in order. */
  milestones: MilestoneResponse[];
}

/** The rollout of a feature in an environment, as a copy of a template. */
export class ReleasePlanResponse {
  /** UUID of the plan. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** Always `plan`. */
  @ApiProperty({ enum: ['plan'] })
  discriminator: 'plan';
  /** Name of the template when the plan was added. */
  name: string;
  /** Description of the template when the plan was added; null when there was none. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  /** Name of the feature. */
  featureName: string;
  /** Name of the environment. */
  environment: string;
  /** Id of the user who added it; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  createdByUserId: number;
  /** When it was added. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** UUID of the milestone whose strategies the feature has; null before the first one starts. */
  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  activeMilestoneId: string | null;
  /** When the next milestone starts by itself; null when it does not. */
  @ApiProperty(MOMENT)
  progressionDueAt: string | null;
  /** Its milestones, in order. */
  milestones: MilestoneResponse[];
  /** UUID of the template, which may have been changed or deleted since. */
  @ApiProperty({ format: 'uuid' })
  releasePlanTemplateId: string;
  /** What makes the plan stop and go back. */
  safeguards: SafeguardResponse[];
}
