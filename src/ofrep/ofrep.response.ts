import { ApiProperty } from '@nestjs/swagger';

/** How a value came about: the reasons of the protocol that can occur here. */
export const OFREP_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED'] as const;
export type OfrepReason = (typeof OFREP_REASONS)[number];

/** What else is known of a flag. */
export class OfrepMetadataResponse {
  /** Id of the project of the feature. */
  project: string;
  /** Type of the feature, such as `release`. */
  type: string;
}

/** A flag, evaluated. */
export class OfrepFlagResponse {
  /** Name of the feature. */
  key: string;
  /**
   * `DISABLED`: off in the environment; `STATIC`: on for everybody; `SPLIT`: a variant was chosen;
   * `TARGETING_MATCH`: what strategies and dependencies say of the context.
   */
  @ApiProperty({ enum: OFREP_REASONS })
  reason: OfrepReason;
  /** Name of the variant; absent for none. */
  variant?: string;
  /**
   * The payload of the variant by its type (text, number, JSON), where it has one; else whether the
   * feature is on.
   */
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
  /** What else is known of it. */
  metadata: OfrepMetadataResponse;
}

/** All flags of the token, evaluated. */
export class OfrepFlagsResponse {
  /** The flags, by age. */
  flags: OfrepFlagResponse[];
}

/** Why a flag could not be evaluated. */
export class OfrepErrorResponse {
  /** The flag that was asked for; absent when all were. */
  key?: string;
  /** What kind of error it is. */
  @ApiProperty({ enum: ['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL'] })
  errorCode: string;
  /** What is wrong, as a sentence. */
  errorDetails: string;
}
