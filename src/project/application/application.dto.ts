import { Text } from '../../http/validation/shape.decorators.js';

/** Which part of a list of applications to answer, and in which order. */
export class ApplicationPageQuery {
  /** How many applications to pass over; 0 by default. */
  @Text({ optional: true })
  offset?: string;
  /** What the applications are ordered by: the name, whatever is asked for. */
  @Text({ optional: true })
  sortBy?: string;
  /** `desc` for the last name first; `asc` by default and for anything else. */
  @Text({ optional: true })
  sortOrder?: string;
}

/** Which applications to list. */
export class ApplicationListQuery extends ApplicationPageQuery {
  /**
   * Text that the name, an environment, an instance or the SDK of an application must contain.
   * Letter case makes no difference.
   */
  @Text({ optional: true })
  query?: string;
  /** How many applications to answer, 1 to 1000; 50 by default and for anything else. */
  @Text({ optional: true })
  limit?: string;
}
