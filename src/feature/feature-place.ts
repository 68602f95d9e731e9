/** A feature by its project and name, as paths name it. */
export class FeatureParams {
  /** Id of the project. */
  projectId: string;
  /** Name of the feature. */
  featureName: string;
}

/** A feature in one environment, as paths name it. */
export class FeatureEnvironmentParams extends FeatureParams {
  /** Name of the environment. */
  environment: string;
}
