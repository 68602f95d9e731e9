import { ApiProperty } from '@nestjs/swagger';
import { PayloadResponse } from '../../flags/feature/variant/variant.dto.js';
import { AnyObject } from '../../platform/http/validation/shape.decorators.js';

/** The evaluation context. */
export class FrontendContextDto {
  /**
   * For example `{"userId": "7", "properties": {"plan": "pro"}}`; empty when omitted. Unknown
   * fields are treated as properties.
   */
  @AnyObject({ optional: true })
  context?: Record<string, unknown>;
}

/** The variant of an enabled feature. */
export class FrontendVariantResponse {
  /** Name of the variant; `disabled` when there is none. */
  name: string;
  /** Whether there is a variant. */
  enabled: boolean;
  /** Data that is delivered with the variant. */
  payload?: PayloadResponse;
  /** Always true, because only enabled features are returned. */
  feature_enabled: boolean;
  /** The same as `feature_enabled`. */
  @ApiProperty({ deprecated: true })
  featureEnabled: boolean;
}

/** An enabled feature. */
export class FrontendFeatureResponse {
  /** Name of the feature. */
  name: string;
  /** Always true, because only enabled features are returned. */
  enabled: boolean;
  /** The variant for the context. */
  variant: FrontendVariantResponse;
  /** Whether SDKs emit impression events for each evaluation. */
  impressionData: boolean;
}

/** The features that are enabled for the context. */
export class FrontendFeaturesResponse {
  /** The features, oldest first. */
  toggles: FrontendFeatureResponse[];
}
