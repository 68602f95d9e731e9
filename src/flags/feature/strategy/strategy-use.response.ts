/** A strategy, as a user of a segment or context field. */
export class StrategyUseResponse {
  /** UUID of the strategy. */
  id: string;
  /** Id of the project. */
  projectId: string;
  /** Name of the feature. */
  featureName: string;
  /** Name of its strategy definition. */
  strategyName: string;
  /** Name of the environment. */
  environment: string;
}
