import { ApiProperty } from '@nestjs/swagger';
import { ClientFeatureResponse, ClientSegmentResponse } from '../query/client-features.response.js';

const KINDS = [
  'hydration',
  'feature-updated',
  'feature-removed',
  'segment-updated',
  'segment-removed',
] as const;

/** Something that an SDK is to take in. Which of the properties there are depends on the type. */
export class DeltaEventResponse {
  /**
   * Never lower than that of an event before it; several of the same moment have the same one. To
   * go on from a state use the ETag, not this.
   */
  @ApiProperty({ type: 'integer' })
  eventId: number;
  /** What is told: everything there is, or one change. */
  @ApiProperty({ enum: KINDS })
  type: (typeof KINDS)[number];
  /** `hydration`: every feature that the token is for. */
  features?: ClientFeatureResponse[];
  /** `hydration`: every segment that these features use. */
  segments?: ClientSegmentResponse[];
  /** `feature-updated`: the feature, new or as it is now. */
  feature?: ClientFeatureResponse;
  /** `feature-removed`: its name. */
  featureName?: string;
  /** `feature-removed`: the id of the project that it was in. */
  project?: string;
  /** `segment-updated`: the segment, new or as it is now. */
  segment?: ClientSegmentResponse;
  /** `segment-removed`: its id. */
  @ApiProperty({ type: 'integer' })
  segmentId?: number;
}

/** What has happened since the state that an SDK has. */
export class DeltaResponse {
  /** To be taken in, in this order: a hydration alone, or changes. */
  events: DeltaEventResponse[];
}
