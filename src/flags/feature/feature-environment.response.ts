import { StrategyResponse } from './strategy.response.js';

/** The state of a feature in one environment. */
export class FeatureEnvironmentStateResponse {
  /** Name of the feature. */
  name: string;
  /** Name of the environment. */
  environment: string;
  /** Whether the feature is on in this environment. */
  enabled: boolean;
  /** Strategies in evaluation order. */
  strategies: StrategyResponse[];
}
