import { Within } from '../../../platform/http/validation/shape.decorators.js';

/** The page of logins to return. */
export class LoginHistoryQuery {
  /** Number of logins to skip, newest first; 0 if omitted. */
  @Within({ min: 0, max: 1_000_000_000, preset: 0 })
  offset: number = 0;
  /** Number of logins to return, 1 to 1000; 100 if omitted. */
  @Within({ min: 1, max: 1000, preset: 100 })
  limit: number = 100;
}
