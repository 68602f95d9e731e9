import { ApiProperty } from '@nestjs/swagger';
import { PreviewResponse } from '../preview/impact.response.js';
import { DeliveryProgressResponse } from './feature-delivery.response.js';
import { WarningResponse } from '../preview/warning.response.js';
import { FeatureResponse } from './feature.response.js';

/** What changing a feature would do, of a request with `dryRun=true`. Nothing has changed. */
export class FeaturePreviewResponse extends PreviewResponse {
  /** The feature as it would be after the change. */
  feature: FeatureResponse;
}

/** A feature that was turned on or off. */
export class SwitchedFeatureResponse extends FeatureResponse {
  /** Who has the change, with `waitForDelivery`; null when it is unknown. */
  delivery?: DeliveryProgressResponse | null;
  /** Why the request did not wait, although it was asked to; the change was made. */
  deliveryNote?: string;
  /**
   * Signed statement who has the change, in the compact form of JWS, with `receipt=true`; null when
   * there is none.
   */
  @ApiProperty({ type: String, nullable: true, required: false })
  receipt?: string | null;
  /** Why there is no receipt, although it was asked for; the change was made. */
  receiptNote?: string;
}

/** A feature that was turned off although it is in use. */
export class WarnedFeatureResponse extends SwitchedFeatureResponse {
  /** Why the change might do harm; absent when there is no reason. */
  warnings?: WarningResponse[];
}
