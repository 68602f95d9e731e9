import { ApiProperty } from '@nestjs/swagger';
import {
  AnyObject,
  ListOf,
  OneOf,
  Text,
} from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { PAYLOAD_TYPES } from '../variant/variant.dto.js';

export const ENFORCEMENTS = ['refuse', 'warn'] as const;
/** What happens to payloads that a schema does not allow. */
export type Enforcement = (typeof ENFORCEMENTS)[number];

const SCHEMA = { type: 'object', additionalProperties: true, nullable: true } as const;

/** What payloads of a feature have to be. */
@RefuseUnknown()
export class PayloadSchemaDto {
  /**
   * A JSON Schema of draft 2020-12 of at most 32,768 characters and 32 levels, without references
   * to elsewhere.
   */
  @AnyObject()
  schema: object;
  /**
   * `refuse` (the default): the schema is refused while payloads violate it, and after that every
   * payload that does. `warn`: such payloads are only listed.
   */
  @OneOf(ENFORCEMENTS, { optional: true })
  enforcement?: Enforcement;
}

/** Data of a variant that is checked and not stored. */
@RefuseUnknown()
export class CheckedPayloadDto {
  /** Format of the value. */
  @OneOf(PAYLOAD_TYPES)
  type: string;
  /** The data as text. */
  @Text()
  value: string;
}

/** What to check. */
@RefuseUnknown()
export class PayloadCheckDto {
  /** A schema; that of the feature when omitted. */
  @AnyObject({ optional: true })
  schema?: object;
  /** Data of variants, at most 100; the payloads that the feature has when omitted. */
  @ListOf(() => CheckedPayloadDto, { optional: true, max: 100 })
  payloads?: CheckedPayloadDto[];
}

/** What a schema does not allow in a payload. */
export class PayloadViolationResponse {
  /** Position in the payloads of the request; null for payloads that the feature has. */
  @ApiProperty({ type: 'integer', nullable: true })
  index: number | null;
  /** Name of the environment; null for payloads of the request. */
  @ApiProperty({ type: String, nullable: true })
  environment: string | null;
  /** UUID of the strategy of the variant; null for variants of the feature. */
  @ApiProperty({ type: String, nullable: true })
  strategyId: string | null;
  /** Name of the variant; null for payloads of the request. */
  @ApiProperty({ type: String, nullable: true })
  variant: string | null;
  /** JSON pointer of the part of the value that is wrong; empty for the whole value. */
  pointer: string;
  /** Keyword of the schema that does not allow it. */
  rule: string;
  /** What would be right. */
  message: string;
}

/** What is wrong with a schema. */
export class SchemaFaultResponse {
  /** JSON pointer of the part of the schema; empty for all of it. */
  pointer: string;
  /** What would be right. */
  message: string;
}

/** What payloads of a feature have to be, and which are not. */
export class PayloadSchemaResponse {
  /** The JSON Schema; null when there is none. */
  @ApiProperty(SCHEMA)
  schema: object | null;
  /** Whether payloads that violate it are refused, or only listed. */
  @ApiProperty({ enum: ENFORCEMENTS })
  enforcement: Enforcement;
  /** Payloads of the feature that violate it; none while such payloads are refused. */
  violations: PayloadViolationResponse[];
}

/** What is wrong with a schema, or with payloads. */
export class PayloadCheckResponse {
  /** What is wrong with the schema; null when it can be used. */
  @ApiProperty({ type: () => SchemaFaultResponse, nullable: true })
  fault: SchemaFaultResponse | null;
  /** What it does not allow. */
  violations: PayloadViolationResponse[];
}
