import { ApiProperty } from '@nestjs/swagger';
import { ConstraintResponse } from '../feature/strategy.response.js';
import { StrategyUseResponse } from '../feature/strategy/strategy-use.response.js';

/** A segment: constraints shared by strategies. */
export class SegmentResponse {
  /** Id of the segment. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** Name, unique across all projects. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Id of the only project whose strategies may use it; absent for all. */
  project?: string;
  /** Constraints, all of which must match. */
  constraints: ConstraintResponse[];
  /** Name of its creator; null when unknown. */
  createdBy: string | null;
  /** When the segment was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Number of projects with live features that use it; only in the list of all segments. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInProjects?: number;
  /** Number of live features that use it; only in the list of all segments. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInFeatures?: number;
}

/** A list of segments. */
export class SegmentsResponse {
  /** The segments, by name. */
  segments: SegmentResponse[];
}

/** Strategies that use a segment. */
export class SegmentStrategiesResponse {
  /** Strategies of live features. */
  strategies: StrategyUseResponse[];
  /** Always empty: strategies in change requests are not listed. */
  changeRequestStrategies: StrategyUseResponse[];
}

/** The new segments of a strategy. */
export class StrategySegmentsResponse {
  /** Id of the project of the strategy. */
  projectId: string;
  /** UUID of the strategy. */
  strategyId: string;
  /** Name of the environment of the strategy. */
  environmentId: string;
  /** Ids of the segments. */
  @ApiProperty({ type: 'integer', isArray: true })
  segmentIds: number[];
}
