import { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';

/** A safeguard of a feature in an environment in a path. */
export class FeatureSafeguardParams extends FeatureEnvironmentParams {
  /** UUID of the safeguard. */
  safeguardId: string;
}
