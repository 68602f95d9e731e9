import { ApiProperty } from '@nestjs/swagger';
import { ConstraintResponse } from '../../flags/feature/strategy/strategy.response.js';
import type { ConstraintDto } from '../../flags/feature/strategy/strategy.dto.js';
import {
  type StrategyVariantDto,
  StrategyVariantResponse,
} from '../../flags/feature/variant/variant.dto.js';
import { SafeguardResponse } from './safeguard/safeguard.dto.js';

const MOMENT = { type: String, nullable: true, format: 'date-time' } as const;

/** When the next milestone follows. */
export class TransitionConditionResponse {
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
