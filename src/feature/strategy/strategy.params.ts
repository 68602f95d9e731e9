import { FeatureEnvironmentParams } from '../feature.params.js';

/** A strategy of a feature in one environment, as paths name it. */
export class StrategyParams extends FeatureEnvironmentParams {
  /** UUID of the strategy. */
  strategyId: string;
}

/** Whether a text has the form of the id of a strategy. One that has not is the id of none. */
export function isStrategyId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
