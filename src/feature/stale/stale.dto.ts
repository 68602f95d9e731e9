import { Flag } from '../../http/validation/shape.decorators.js';
import { FeatureNamesDto } from '../feature.dto.js';

/** Features, and whether they are stale. */
export class StaleFeaturesDto extends FeatureNamesDto {
  /** Whether the features are marked as stale, or not any more. */
  @Flag()
  stale: boolean;
}
