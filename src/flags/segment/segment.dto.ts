import { ConstraintDto } from '../feature/strategy/constraint.dto.js';
import { MAX_SEGMENTS } from '../feature/strategy/strategy-segments.js';
import { ListOf, Text, IntList } from '../../platform/http/validation/shape.decorators.js';

/**
 * The length that fits into a PostgreSQL index for any characters. The reference has no limit and
 * fails at about this length.
 */
const NAME_MAX = 500;

/** A segment name to validate. */
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
