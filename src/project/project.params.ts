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
