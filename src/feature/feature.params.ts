import { ProjectParams } from '../project/project.params.js';

/** A feature by its project and name, as paths name it. */
export class FeatureParams extends ProjectParams {
  /** Name of the feature. */
  featureName: string;
}

/** A feature in one environment, as paths name it. */
export class FeatureEnvironmentParams extends FeatureParams {
  /** Name of the environment. */
  environment: string;
}
