import { StrategyResponse } from './strategy.response.js';

/** How a feature stands in one environment. */
export class FeatureEnvironmentStateResponse {
  /** Name of the feature. */
  name: string;
  /** Name of the environment. */
  environment: string;
  /** Whether the feature is on there. */
  enabled: boolean;
  /** The activation strategies, in their order. */
  strategies: StrategyResponse[];
}
