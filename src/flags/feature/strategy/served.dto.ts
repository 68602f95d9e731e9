import { ListOf, OneOf, Part, Text } from '../../../platform/http/validation/shape.decorators.js';
import { OmitType } from '../../../platform/http/validation/mapped-types.js';
import { Together } from '../../../platform/http/validation/property-checks.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { CreateStrategyDto } from './strategy.dto.js';
import { isJson, PAYLOAD_TYPES, StrategyVariantDto, VariantDto } from '../variant/variant.dto.js';

// What other servers serve to SDKs, which is more than can be written here.

/** Data that is delivered with a variant of another server; its value may be empty. */
@RefuseUnknown()
export class ServedPayloadDto {
  /** Format of the value. */
  @OneOf(PAYLOAD_TYPES)
  type: string;
  /** The data as text; must be valid JSON or empty for the type `json`. */
  @Text()
  @Together<ServedPayloadDto>(
    'must be valid JSON or empty, because the type of the payload is json',
    ({ type, value }) => type !== 'json' || value === '' || isJson(value),
  )
  value: string;
}

/** A variant of a feature of another server. */
@RefuseUnknown()
export class ServedVariantDto extends OmitType(VariantDto, ['payload']) {
  /** Data that is delivered with the variant. */
  @Part(() => ServedPayloadDto, { optional: true })
  payload?: ServedPayloadDto;
}

/** A variant of a strategy of another server. */
@RefuseUnknown()
export class ServedStrategyVariantDto extends OmitType(StrategyVariantDto, ['payload']) {
  /** Data that is delivered with the variant. */
  @Part(() => ServedPayloadDto, { optional: true })
  payload?: ServedPayloadDto;
}

/** A strategy of another server. */
export class ServedStrategyDto extends OmitType(CreateStrategyDto, ['variants']) {
  /** Variants of the strategy; none when omitted. */
  @ListOf(() => ServedStrategyVariantDto, { optional: true })
  variants?: ServedStrategyVariantDto[];
}
