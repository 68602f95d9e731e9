import { ApiProperty } from '@nestjs/swagger';
import { AnyObject, Text } from '../../platform/http/validation/shape.decorators.js';

/** An OFREP request. */
export class OfrepRequestDto {
  /**
   * The evaluation context. `targetingKey` is used as `userId` and `sessionId` unless these are
   * given; without any, the session is a random one for each request. Unknown fields are treated as
   * properties of any type: constraints see lists as comma-separated elements, and cannot see
   * objects.
   */
  @AnyObject({ optional: true })
  context?: Record<string, unknown>;
}

/** Parameters of a request for all flags. */
export class OfrepFlagsQueryDto {
  /**
   * The `etag` of the signal that led to the request. An instance that has another state looks for
   * changes before it responds.
   */
  @Text({ optional: true })
  flagConfigEtag?: string;
}

/** Parameters of a stream of signals. */
export class OfrepStreamQueryDto {
  /** A ticket, in place of a token in the `Authorization` header. */
  @Text({ optional: true })
  ticket?: string;
  /** The state of which the client has evaluated the flags. */
  @Text({ optional: true })
  since?: string;
}

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

/** The types of values of the manifest. */
const FLAG_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const;
export type FlagType = (typeof FLAG_TYPES)[number];

/** Parameters of a request for the manifest. */
export class ManifestQueryDto {
  /**
   * Name of the environment whose variants decide the types. Client and frontend tokens have one;
   * everybody else must name one.
   */
  @Text({ optional: true })
  environment?: string;
}

/** A flag for generators of typed code. */
export class ManifestFlagResponse {
  /** Name of the feature. */
  key: string;
  /**
   * Type of the values that OFREP returns: that of the payload of the variants in the environment,
   * or of the first one with a payload if they differ; `boolean` without a payload. `integer` if
   * all its numbers are whole ones. If all payloads have to follow a schema, the type is its one.
   */
  @ApiProperty({ enum: FLAG_TYPES })
  type: FlagType;
  /** Description of the feature; null without one. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  /**
   * What code gets without an evaluation: the `default` of the schema, otherwise `false`, an empty
   * text, 0 or no properties.
   */
  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }, { type: 'object' }],
  })
  defaultValue: unknown;
  /** JSON Schema of draft 2020-12 that all payloads follow; absent when there is none. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  schema?: object;
}

/** The flags that a token gives access to, for generators of typed code. */
export class ManifestResponse {
  /** The flags, by name. Archived features are none. */
  flags: ManifestFlagResponse[];
}

/** Why the manifest is refused. */
export class ManifestErrorDetailResponse {
  /** What is wrong, as a sentence. */
  message: string;
  /** Status of the response. */
  status: number;
}

/** A refusal in the format of the OpenFeature manifest API. */
export class ManifestErrorResponse {
  /** The refusal. */
  error: ManifestErrorDetailResponse;
}
