import { Int, Moment, Text } from '../../platform/http/validation/shape.decorators.js';

/** When something went wrong, and where. */
export class CulpritQuery {
  /**
   * When it was noticed, as an RFC 3339 date-time such as `2026-11-22T03:12:00Z`; now by default.
   */
  @Moment({ optional: true })
  at?: string;
  /** Id of the project; all visible ones by default. */
  @Text({ optional: true, max: 100 })
  project?: string;
  /** Name of the environment; all by default. */
  @Text({ optional: true, max: 100 })
  environment?: string;
  /** How many hours before the moment are searched, 1 to 168; 24 by default. */
  @Int({ optional: true, min: 1, max: 168 })
  hours?: number;
  /** Number of changes to return, 1 to 50; 10 by default. */
  @Int({ optional: true, min: 1, max: 50 })
  limit?: number;
}
