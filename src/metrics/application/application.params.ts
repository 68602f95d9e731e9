/** An application, as paths name it. */
export class ApplicationParams {
  /** Name of the application. */
  appName: string;
}

/** An application in an environment, as paths name it. */
export class ApplicationEnvironmentParams extends ApplicationParams {
  /** Name of the environment. */
  environment: string;
}
