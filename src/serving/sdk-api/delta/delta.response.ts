import { ApiProperty } from '@nestjs/swagger';
import { ClientFeatureResponse, ClientSegmentResponse } from '../query/client-features.dto.js';

const KINDS = [
  'hydration',
  'feature-updated',
  'feature-removed',
  'segment-updated',
  'segment-removed',
] as const;

/** A delta event. Its other properties depend on its type. */
export class DeltaEventResponse {
  /**
   * Id of an event; ids never decrease, and changes of the same moment share one. Use the ETag, not
   * this id, to continue from a state.
   */
  @ApiProperty({ type: 'integer' })
  eventId: number;
  /** Kind of event: the full state, or one change. */
  @ApiProperty({ enum: KINDS })
  type: (typeof KINDS)[number];
  /** `hydration`: all features of the token. */
  features?: ClientFeatureResponse[];
  /** `hydration`: all segments that these features use. */
  segments?: ClientSegmentResponse[];
  /** `feature-updated`: the new or changed feature. */
  feature?: ClientFeatureResponse;
  /** `feature-removed`: name of the feature. */
  featureName?: string;
  /** `feature-removed`: id of its project. */
  project?: string;
  /** `segment-updated`: the new or changed segment. */
  segment?: ClientSegmentResponse;
  /** `segment-removed`: id of the segment. */
  @ApiProperty({ type: 'integer' })
  segmentId?: number;
}

/** The changes since the state of an SDK. */
export class DeltaResponse {
  /** Events in the order in which to apply them: either one hydration, or changes. */
  events: DeltaEventResponse[];
}
