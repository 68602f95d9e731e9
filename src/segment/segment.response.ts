import { ApiProperty } from '@nestjs/swagger';
import { ConstraintResponse } from '../feature/strategy.response.js';
import { StrategyUseResponse } from '../feature/strategy/strategy-use.response.js';

/** Constraints that strategies share. */
export class SegmentResponse {
  /** Id of the segment. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** Its name, unique over all projects. */
  name: string;
  /** Whom it is about; null when nobody said. */
  description: string | null;
  /** The only project whose strategies may use it; absent when those of all projects may. */
  project?: string;
  /** The constraints, all of which must hold. */
  constraints: ConstraintResponse[];
  /** Name of the one who created it; null when unknown. */
  createdBy: string | null;
  /** When the segment was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** In how many projects live features use it; in the list of all segments only. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInProjects?: number;
  /** How many live features use it; in the list of all segments only. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInFeatures?: number;
}

/** Segments. */
export class SegmentsResponse {
  /** The segments, by name. */
  segments: SegmentResponse[];
}

/** Where a segment is used. */
export class SegmentStrategiesResponse {
  /** The strategies of live features that use it. */
  strategies: StrategyUseResponse[];
  /** Strategies of open change requests: always none, as there are no change requests. */
  changeRequestStrategies: StrategyUseResponse[];
}

/** Which segments a strategy has now: what was sent. */
export class StrategySegmentsResponse {
  /** Id of the strategy's project. */
  projectId: string;
  /** UUID of the strategy. */
  strategyId: string;
  /** Name of the strategy's environment. */
  environmentId: string;
  /** Ids of the segments that must match. */
  @ApiProperty({ type: 'integer', isArray: true })
  segmentIds: number[];
}
