import { Flag } from '../../../platform/http/validation/shape.decorators.js';
import { FeatureNamesDto } from '../feature.dto.js';

/** Features, and whether they are stale. */
export class StaleFeaturesDto extends FeatureNamesDto {
  /** Whether to set or remove the mark. */
  @Flag()
  stale: boolean;
}
