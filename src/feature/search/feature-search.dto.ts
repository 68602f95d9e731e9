import { OneOf, Text, TextList } from '../../http/validation/shape.decorators.js';

/** What to search for. Filters are written as `OPERATOR:value,value`, and all of them must hold. */
export class FeatureSearchQuery {
  /**
   * Words, parted by commas, of which any is contained in the name or the description. Letter case
   * makes no difference.
   */
  @Text({ optional: true })
  query?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with ids of projects. */
  @Text({ optional: true })
  project?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with `active`, `stale` and `potentially-stale`. */
  @Text({ optional: true })
  state?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with feature types. */
  @Text({ optional: true })
  type?: string;
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with ids of users. */
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
   * A list of `environment:enabled` and `environment:disabled`, of which any must hold; others in
   * it are passed over.
   */
  @TextList({ optional: true })
  status?: string[];
  /** `IS`, `IS_NOT`, `IS_ANY_OF` or `IS_NONE_OF` with lifecycle stages. */
  @Text({ optional: true })
  lifecycle?: string;
  /** `IS_BEFORE` or `IS_ON_OR_AFTER` with a day like `2026-01-31`. */
  @Text({ optional: true })
  createdAt?: string;
  /**
   * `IS_BEFORE` or `IS_ON_OR_AFTER` with a day like `2026-01-31`. Features without any usage match
   * neither.
   */
  @Text({ optional: true })
  lastSeenAt?: string;
  /** `IS:true` for archived features instead of live ones. */
  @Text({ optional: true })
  archived?: string;
  /** How many features to pass over; 0 by default. */
  @Text({ optional: true })
  offset?: string;
  /** How many features to answer, 1 to 100; 50 by default and for anything else. */
  @Text({ optional: true })
  limit?: string;
  /**
   * `name`, `type`, `createdAt` (the default), `stale`, `lastSeenAt`, `favorite`, `lifecycle` or
   * `environment:` and a name.
   */
  @Text({ optional: true })
  sortBy?: string;
  /** Which end comes first; `asc` by default. */
  @OneOf(['asc', 'desc'], { optional: true })
  sortOrder?: 'asc' | 'desc';
  /** `true`: favorites of the caller come before all others. */
  @Text({ optional: true })
  favoritesFirst?: string;
}
