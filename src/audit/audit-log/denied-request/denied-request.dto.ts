import { Within } from '../../../platform/http/validation/shape.decorators.js';

/** The page of denied requests to return. */
export class DeniedRequestsQuery {
  /** Number of rows to skip, newest first. 0 by default. */
  @Within({ min: 0, max: 1_000_000_000, preset: 0 })
  offset: number = 0;
  /** Number of rows to return, 1 to 1000; 100 by default. */
  @Within({ min: 1, max: 1000, preset: 100 })
  limit: number = 100;
}
