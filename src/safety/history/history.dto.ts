import { Moment } from '../../platform/http/validation/shape.decorators.js';

/** The two moments of a comparison. */
export class ComparisonQuery {
  /** The first moment, as an RFC 3339 date-time such as `2026-11-22T03:12:00Z`. */
  @Moment()
  from: string;
  /** The second moment; now by default. */
  @Moment({ optional: true })
  to?: string;
}
