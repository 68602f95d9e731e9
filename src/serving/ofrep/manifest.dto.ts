import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../platform/http/validation/shape.decorators.js';

/** The types of values of the manifest. */
export const FLAG_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const;
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
