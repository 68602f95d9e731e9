import { ApiProperty } from '@nestjs/swagger';
import { PayloadResponse } from '../feature/variant.response.js';

/** The variant of a feature that is on. */
export class FrontendVariantResponse {
  /** Name of the variant; `disabled` for none. */
  name: string;
  /** Whether there is a variant. */
  enabled: boolean;
  /** Data that comes along. */
  payload?: PayloadResponse;
  /** Whether the feature is on: always true, as others are not told. */
  feature_enabled: boolean;
  /** The same as `feature_enabled`. */
  @ApiProperty({ deprecated: true })
  featureEnabled: boolean;
}

/** A feature that is on for the context. */
export class FrontendFeatureResponse {
  /** Name of the feature. */
  name: string;
  /** Always true: features that are off are not told. */
  enabled: boolean;
  /** The variant for the context. */
  variant: FrontendVariantResponse;
  /** Whether the application is to tell its analytics of each evaluation. */
  impressionData: boolean;
}

/** The features that are on for the context. */
export class FrontendFeaturesResponse {
  /** The features, by age. */
  toggles: FrontendFeatureResponse[];
}
