import { ApiProperty } from '@nestjs/swagger';
import { ANY_JSON, Moment } from '../../platform/http/validation/shape.decorators.js';

/** The two moments of a comparison. */
export class ComparisonQuery {
  /** The first moment, as an RFC 3339 date-time such as `2026-11-22T03:12:00Z`. */
  @Moment()
  from: string;
  /** The second moment; now by default. */
  @Moment({ optional: true })
  to?: string;
}

/** One difference between two states. */
export class DifferenceResponse {
  /** What happened to the value. */
  @ApiProperty({ enum: ['add', 'remove', 'replace'] })
  op: string;
  /**
   * Which value, as a JSON pointer. Environments and features are named in it, strategies and links
   * by their id, and tags as `type:value`. Lists of texts and numbers differ as a whole.
   */
  path: string;
  /** The value at the first moment; absent when it was added. */
  @ApiProperty(ANY_JSON)
  before?: unknown;
  /** The value at the second moment; absent when it was removed. */
  @ApiProperty(ANY_JSON)
  after?: unknown;
}

/** The differences between two moments. */
export class ComparisonResponse {
  /** The first moment. */
  @ApiProperty({ format: 'date-time' })
  from: string;
  /** The second moment. */
  @ApiProperty({ format: 'date-time' })
  to: string;
  /** The differences; empty when both states are the same. */
  differences: DifferenceResponse[];
}
