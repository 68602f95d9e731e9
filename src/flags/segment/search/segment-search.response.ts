import { ApiProperty } from '@nestjs/swagger';
import { SegmentResponse } from '../segment.response.js';

/** A page of segments. */
export class SegmentSearchResponse {
  /** The segments of the page, with their usage. */
  segments: SegmentResponse[];
  /** Number of segments that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
