/** A strategy of a feature, as something that it uses tells of it. */
export class StrategyUseResponse {
  /** UUID of the strategy. */
  id: string;
  /** Id of the project. */
  projectId: string;
  /** Name of the feature. */
  featureName: string;
  /** The strategy definition that the strategy follows. */
  strategyName: string;
  /** Name of the environment. */
  environment: string;
}
