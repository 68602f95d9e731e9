import { ApiProperty } from '@nestjs/swagger';
import { ImpactResponse } from '../../preview/impact.response.js';
import { StrategyResponse } from '../strategy/strategy.dto.js';

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

/** A user who may make a change. */
export class AbleUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name, else user name, else e-mail address. */
  name: string;
}

/** What turning a feature on or off would affect, and who may do it. */
export class SwitchImpactResponse {
  /** What it would affect. */
  impact: ImpactResponse;
  /** The users who may do it, by id; at most 10. */
  ableUsers: AbleUserResponse[];
}
