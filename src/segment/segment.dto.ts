import { ConstraintDto } from '../feature/strategy/constraint.dto.js';
import { ListOf, Text, IntList } from '../http/validation/shape.decorators.js';

/**
 * As much as an index of PostgreSQL holds whatever the letters are. The reference tells no limit,
 * and fails at about this length.
 */
const NAME_MAX = 500;

/** How many segments a strategy can have. */
const SEGMENTS_PER_STRATEGY = 5;

/** A name to be tried. */
export class SegmentNameDto {
  /** Name of the segment: any text of 1 to 500 characters. */
  @Text({ min: 1, max: NAME_MAX })
  name: string;
}

/** A segment to be created, or what replaces one. */
export class SegmentDto {
  /** Name of the segment: any text of 1 to 500 characters, unique over all projects. */
  @Text({ min: 1, max: NAME_MAX })
  name: string;
  /** Whom it is about; stays when left out of a change. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /**
   * The only project whose strategies may use it; null: those of all projects. Stays when left out
   * of a change.
   */
  @Text({ optional: true, nullable: true })
  project?: string | null;
  /** The constraints, all of which must hold; at most 1000 values over all of them. */
  @ListOf(() => ConstraintDto)
  constraints: ConstraintDto[];
}

/** Which segments a strategy is to have. */
export class StrategySegmentsDto {
  /** Id of the strategy's project. */
  @Text()
  projectId: string;
  /** UUID of the strategy. */
  @Text()
  strategyId: string;
  /** Name of the strategy's environment. */
  @Text()
  environmentId: string;
  /** Ids of the segments that must match, instead of those it has; at most 5. */
  @IntList({ max: SEGMENTS_PER_STRATEGY })
  segmentIds: number[];
}
