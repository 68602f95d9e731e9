/** A project, as paths name it. */
export class ProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A project in one environment, as paths name it. */
export class ProjectEnvironmentParams extends ProjectParams {
  /** Name of the environment. */
  environment: string;
}

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
