import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** The page and the order of a list of applications. */
export class ApplicationPageQuery {
  /** Number of applications to skip; 0 by default. */
  @Text({ optional: true })
  offset?: string;
  /** Sort property; the result is always sorted by name. */
  @Text({ optional: true })
  sortBy?: string;
  /** Sort direction, `asc` (the default) or `desc`. */
  @Text({ optional: true })
  sortOrder?: string;
}

/** The page of applications to return. */
export class ApplicationListQuery extends ApplicationPageQuery {
  /**
   * Text that the name, an environment, an instance or the SDK of an application must contain,
   * ignoring letter case.
   */
  @Text({ optional: true })
  query?: string;
  /** Number of applications to return, 1 to 1000; 50 by default and for invalid values. */
  @Text({ optional: true })
  limit?: string;
}
