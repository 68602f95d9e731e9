import { ApiProperty } from '@nestjs/swagger';

/** The reasons of the protocol that occur here. */
const OFREP_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED'] as const;
export type OfrepReason = (typeof OFREP_REASONS)[number];

/** Metadata of a flag. */
export class OfrepMetadataResponse {
  /** Id of the project of the feature. */
  project: string;
  /** Type of the feature, such as `release`. */
  type: string;
}

/** An evaluated flag. */
export class OfrepFlagResponse {
  /** Name of the feature. */
  key: string;
  /**
   * `DISABLED`: off in the environment; `STATIC`: on for everybody; `SPLIT`: a variant was chosen;
   * `TARGETING_MATCH`: decided by strategies or dependencies.
   */
  @ApiProperty({ enum: OFREP_REASONS })
  reason: OfrepReason;
  /** Name of the variant; absent when there is none. */
  variant?: string;
  /** Payload of the variant as text, number or JSON; without payload, whether the feature is on. */
  @ApiProperty({
    oneOf: [
      { type: 'boolean' },
      { type: 'string' },
      { type: 'number' },
      { type: 'object' },
      { type: 'array', items: {} },
    ],
  })
  value: unknown;
  /** Metadata. */
  metadata: OfrepMetadataResponse;
}

/** Where a stream is. */
export class OfrepEndpointResponse {
  /** Path and query, at the origin of the request. The query contains a ticket. */
  requestUri: string;
}

/** A stream that tells when to evaluate again. */
export class OfrepEventStreamResponse {
  /** Kind of stream: server-sent events. */
  @ApiProperty({ enum: ['sse'] })
  type: string;
  /** Where it is. */
  endpoint: OfrepEndpointResponse;
  /** How long a hidden page keeps it open, in seconds. */
  inactivityDelaySec: number;
}

/** All flags of the token, evaluated. */
export class OfrepFlagsResponse {
  /** The flags, oldest first. */
  flags: OfrepFlagResponse[];
  /** A stream that tells when to evaluate again; absent for tokens without an environment. */
  eventStreams?: OfrepEventStreamResponse[];
}

/** An evaluation error. */
export class OfrepErrorResponse {
  /** The requested flag; absent when all were requested. */
  key?: string;
  /** Error code of the protocol. */
  @ApiProperty({ enum: ['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL'] })
  errorCode: string;
  /** What is wrong, as a sentence. */
  errorDetails: string;
}
