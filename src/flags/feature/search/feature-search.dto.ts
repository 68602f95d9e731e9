import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';
import {
  LifecycleResponse,
  ListedFeatureEnvironmentResponse,
  TagResponse,
  UserSummaryResponse,
} from '../feature.response.js';
import { type Operator, OPERATORS } from '../strategy/operators.js';
import { ProjectOwnerResponse } from '../../project/project.dto.js';

/** A feature search. Filters have the form `OPERATOR:value,value`, and all of them must match. */
export class FeatureSearchQuery {
  /**
   * Comma-separated words, any of which must occur in the name or description, ignoring letter
   * case.
   */
  @Text({ optional: true })
  query?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with project ids. */
  @Text({ optional: true })
  project?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with `active`, `stale` and `potentially-stale`. */
  @Text({ optional: true })
  state?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with feature types. */
  @Text({ optional: true })
  type?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with user ids of the creators. */
  @Text({ optional: true })
  createdBy?: string;
  /**
   * `INCLUDE`, `DO_NOT_INCLUDE`, `INCLUDE_ALL_OF`, `INCLUDE_ANY_OF`, `EXCLUDE_IF_ANY_OF` or
   * `EXCLUDE_ALL` with tags, each as `type:value`.
   */
  @Text({ optional: true })
  tag?: string;
  /**
   * `INCLUDE`, `DO_NOT_INCLUDE`, `INCLUDE_ALL_OF`, `INCLUDE_ANY_OF`, `EXCLUDE_IF_ANY_OF` or
   * `EXCLUDE_ALL` with names of segments.
   */
  @Text({ optional: true })
  segment?: string;
  /**
   * A list of `environment:enabled` and `environment:disabled`, any of which must match; invalid
   * entries are ignored.
   */
  @TextList({ optional: true })
  status?: string[];
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with lifecycle stages. */
  @Text({ optional: true })
  lifecycle?: string;
  /** `IS_BEFORE` or `IS_ON_OR_AFTER` with a day in UTC such as `2026-01-31`. */
  @Text({ optional: true })
  createdAt?: string;
  /**
   * `IS_BEFORE` or `IS_ON_OR_AFTER` with a day in UTC such as `2026-01-31`. Features without usage
   * never match.
   */
  @Text({ optional: true })
  lastSeenAt?: string;
  /** `IS:true` for archived features instead of live ones. */
  @Text({ optional: true })
  archived?: string;
  /** Number of features to skip; 0 by default. */
  @Text({ optional: true })
  offset?: string;
  /** Number of features to return, 1 to 100; 50 by default and for invalid values. */
  @Text({ optional: true })
  limit?: string;
  /**
   * `name`, `type`, `createdAt` (the default), `stale`, `lastSeenAt`, `favorite`, `lifecycle` or
   * `environment:` and a name.
   */
  @Text({ optional: true })
  sortBy?: string;
  /** Sort direction; `asc` by default. */
  @OneOf(['asc', 'desc'], { optional: true })
  sortOrder?: 'asc' | 'desc';
  /** `true` lists the caller's favorites first. */
  @Text({ optional: true })
  favoritesFirst?: string;
}

/** A found feature in one environment. */
export class FoundFeatureEnvironmentResponse extends ListedFeatureEnvironmentResponse {
  /** Number of evaluations as on, reported for the current hour. */
  @ApiProperty({ type: 'integer' })
  yes: number;
  /** Number of evaluations as off, reported for the current hour. */
  @ApiProperty({ type: 'integer' })
  no: number;
}

/** A found feature. */
export class FoundFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Feature type. */
  type: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Id of the project of the feature. */
  project: string;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether SDKs emit impression events. */
  impressionData: boolean;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who created the feature. */
  createdBy: UserSummaryResponse;
  /** When the feature was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** When usage was last reported in any environment; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /**
   * `child` when it depends on another feature, `parent` when others depend on it; null otherwise.
   */
  @ApiProperty({ type: String, enum: ['parent', 'child', null], nullable: true })
  dependencyType: string | null;
  /** The environments of the project in order. */
  environments: FoundFeatureEnvironmentResponse[];
  /** Names of the segments that its strategies use. */
  segments: string[];
  /** The current lifecycle stage. */
  lifecycle: LifecycleResponse;
  /** The tags of the feature; absent when it has none. */
  tags?: TagResponse[];
  /** Label of the folder of flags as code that it belongs to; absent when it belongs to none. */
  managedBy?: string;
}

/** A page of found features. */
export class FeatureSearchResponse {
  /** The features of the page in the requested order. */
  features: FoundFeatureResponse[];
  /** Number of matching features on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** Whose details are wanted. */
export class FeatureDetailsQuery {
  /** Names of at most 50 features, separated by commas. Unknown ones are left out. */
  @Text()
  names: string;
}

/** A constraint of a strategy, shortened. */
class ShortConstraintResponse {
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
class ShortStrategyResponse {
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
class FeatureReachResponse {
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
class NewestChangeResponse {
  /** Type of the event. */
  type: string;
  /** When it happened. */
  @ApiProperty({ format: 'date-time' })
  at: string;
  /** Who did it: the present name of a person, or else the name in the event. */
  by: string;
}

/** What the list tells of a feature beside what the search finds. */
class FeatureDetailResponse {
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
