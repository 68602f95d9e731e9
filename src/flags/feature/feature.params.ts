import { ProjectParams } from '../project/project.params.js';

/** A feature in a path. */
export class FeatureParams extends ProjectParams {
  /** Name of the feature. */
  featureName: string;
}

/** A feature in one environment in a path. */
export class FeatureEnvironmentParams extends FeatureParams {
  /** Name of the environment. */
  environment: string;
}
