/** An environment, as paths name it. */
export class EnvironmentParams {
  /** Name of the environment. */
  name: string;
}
