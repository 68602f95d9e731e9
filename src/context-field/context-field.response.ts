import { ApiProperty } from '@nestjs/swagger';
import { StrategyUseResponse } from '../feature/strategy/strategy-use.response.js';

/** A value that constraints may compare a context field with. */
export class LegalValueResponse {
  /** The value. */
  value: string;
  /** What it means; absent when nobody said. */
  description?: string;
}

/** Something that is known of whoever asks for a feature, and that constraints can look at. */
export class ContextFieldResponse {
  /** Name by which SDKs send it. */
  name: string;
  /** What it is about; may be empty. */
  description: string;
  /** Whether a gradual rollout can go by it. */
  stickiness: boolean;
  /** Position where people choose. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** The only values that constraints may compare with; any when empty. */
  legalValues: LegalValueResponse[];
  /** When the context field was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** In how many projects live features have a strategy with a constraint on it; in lists only. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInProjects?: number;
  /** How many live features have a strategy with a constraint on it; in lists only. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInFeatures?: number;
}

/** Where a context field is used. */
export class ContextFieldStrategiesResponse {
  /** The strategies of live features that have a constraint on it. */
  strategies: StrategyUseResponse[];
}
