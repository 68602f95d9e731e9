import { FeatureEnvironmentParams } from '../feature.dto.js';

/** A strategy of a feature environment in a path. */
export class StrategyParams extends FeatureEnvironmentParams {
  /** UUID of the strategy. */
  strategyId: string;
}

/** Whether a text is a valid strategy id; otherwise no strategy has it. */
export function isStrategyId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
