import { OneOf, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';

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
