import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../../platform/http/validation/shape.decorators.js';
import { type Operator, OPERATORS } from '../strategy/operators.js';
import { ProjectOwnerResponse } from '../../project/project.response.js';

/** Whose details are wanted. */
export class FeatureDetailsQuery {
  /** Names of at most 50 features, separated by commas. Unknown ones are left out. */
  @Text()
  names: string;
}

/** A constraint of a strategy, shortened. */
export class ShortConstraintResponse {
  /** Context field that is compared. */
  contextName: string;
  /** How it is compared. */
  @ApiProperty({ enum: OPERATORS })
  operator: Operator;
  /** Whether the result is inverted. */
  inverted: boolean;
  /** Whether letter case is ignored. */
  caseInsensitive: boolean;
  /** The first 100 characters of the value. */
  value: string;
  /** The first three values, each with its first 100 characters. */
  values: string[];
  /** Number of values. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  valueCount: number;
}

/** An active strategy, shortened. */
export class ShortStrategyResponse {
  /** Kind of strategy, such as `flexibleRollout`. */
  name: string;
  /** The first five parameters, each with its first 100 characters. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** Number of segments, all of which must contain the user. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  segmentCount: number;
  /** Number of constraints, all of which must match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  constraintCount: number;
  /** The first two constraints. */
  constraints: ShortConstraintResponse[];
}

/** Who gets a feature in an environment. */
export class FeatureReachResponse {
  /** Name of the environment. */
  name: string;
  /** Whether the feature is on there. */
  enabled: boolean;
  /** Number of active strategies, any of which suffices. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  strategyCount: number;
  /** The first two active strategies. */
  strategies: ShortStrategyResponse[];
}

/** A change of a feature. */
export class NewestChangeResponse {
  /** Type of the event. */
  type: string;
  /** When it happened. */
  @ApiProperty({ format: 'date-time' })
  at: string;
  /** Who did it: the present name of a person, or else the name in the event. */
  by: string;
}

/** What the list tells of a feature beside what the search finds. */
export class FeatureDetailResponse {
  /** Unique name of the feature. */
  name: string;
  /** Up to three production environments of its project, or else the first environment. */
  environments: FeatureReachResponse[];
  /** Number of evaluations in each of the last 24 hours in UTC, the running hour last. */
  @ApiProperty({ type: [Number] })
  hours: number[];
  /** The newest change; null when its event was deleted. */
  @ApiProperty({ type: NewestChangeResponse, nullable: true })
  lastChange: NewestChangeResponse | null;
  /** The owners of its project. */
  owners: ProjectOwnerResponse[];
}

/** Details of some features. */
export class FeatureDetailsResponse {
  /** The details, in the order of the names. */
  features: FeatureDetailResponse[];
}
