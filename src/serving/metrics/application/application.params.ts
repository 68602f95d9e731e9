/** An application in a path. */
export class ApplicationParams {
  /** Name of the application. */
  appName: string;
}

/** An application in an environment in a path. */
export class ApplicationEnvironmentParams extends ApplicationParams {
  /** Name of the environment. */
  environment: string;
}
