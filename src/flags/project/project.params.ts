/** A project in a path. */
export class ProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A project environment in a path. */
export class ProjectEnvironmentParams extends ProjectParams {
  /** Name of the environment. */
  environment: string;
}
