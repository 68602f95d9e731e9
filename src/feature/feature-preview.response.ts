import { PreviewResponse } from '../preview/impact.response.js';
import { FeatureResponse } from './feature.response.js';

/** What changing a feature would do, of a request with `dryRun=true`. Nothing has changed. */
export class FeaturePreviewResponse extends PreviewResponse {
  /** The feature as it would be after the change. */
  feature: FeatureResponse;
}
