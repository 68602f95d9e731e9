/** An environment in a path. */
export class EnvironmentParams {
  /** Name of the environment. */
  name: string;
}
