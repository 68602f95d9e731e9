import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '../../platform/http/validation/page-query.js';
import { IntList, ListOf, OneOf, Text } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { MAX_SEGMENTS } from '../feature/strategy/strategy-segments.js';
import {
  ConstraintDto,
  ConstraintResponse,
  StrategyUseResponse,
} from '../feature/strategy/strategy.dto.js';

/**
 * The length that fits into a PostgreSQL index for any characters. The reference has no limit and
 * fails at about this length.
 */
const NAME_MAX = 500;

/** A segment name to validate. */
@RefuseUnknown()
export class SegmentNameDto {
  /** Name of the segment: any text of 1 to 500 characters. */
  @Text({ min: 1, max: NAME_MAX })
  name: string;
}

/** A segment to create, or the new content of one. */
export class SegmentDto {
  /** Name of the segment: 1 to 500 characters, unique across all projects. */
  @Text({ min: 1, max: NAME_MAX })
  name: string;
  /** Description; unchanged when omitted from an update. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /**
   * Id of the only project whose strategies may use it; null for all. Unchanged when omitted from
   * an update.
   */
  @Text({ optional: true, nullable: true })
  project?: string | null;
  /** Constraints, all of which must match; at most 1000 values in total. */
  @ListOf(() => ConstraintDto)
  constraints: ConstraintDto[];
}

/** The segments of a strategy. */
export class StrategySegmentsDto {
  /** Id of the project of the strategy. */
  @Text()
  projectId: string;
  /** UUID of the strategy. */
  @Text()
  strategyId: string;
  /** Name of the environment of the strategy. */
  @Text()
  environmentId: string;
  /** Ids of segments that replace the current ones; at most 5. */
  @IntList({ max: MAX_SEGMENTS })
  segmentIds: number[];
}

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

/** What segments can be sorted by. */
export const SEGMENT_SORT_KEYS = ['name', 'createdAt'] as const;

/** A search for segments, and the page of the result. */
export class SegmentSearchQuery extends PageQuery {
  /**
   * Part of a name, description or id of a project, ignoring letter case; empty for all segments.
   */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /** Sort property; `name` by default. */
  @OneOf(SEGMENT_SORT_KEYS, { optional: true })
  sortBy?: (typeof SEGMENT_SORT_KEYS)[number];
}

/** A page of segments. */
export class SegmentSearchResponse {
  /** The segments of the page, with their usage. */
  segments: SegmentResponse[];
  /** Number of segments that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
