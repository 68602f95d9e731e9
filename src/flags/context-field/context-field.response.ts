import { ApiProperty } from '@nestjs/swagger';
import { StrategyUseResponse } from '../feature/strategy/strategy-use.response.js';

/** A legal value of a context field. */
export class LegalValueResponse {
  /** The value. */
  value: string;
  /** Description; absent when there is none. */
  description?: string;
}

/** A context field: a property of the evaluation context that constraints compare. */
export class ContextFieldResponse {
  /** Name of the context field. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Whether it can be used for stickiness. */
  stickiness: boolean;
  /** Position in lists. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** The only values that constraints may use; any when empty. */
  legalValues: LegalValueResponse[];
  /** Id of the project whose features alone can use it; absent when all can. */
  project?: string;
  /** When the context field was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Number of projects with live features that have a constraint on it; only in lists. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInProjects?: number;
  /** Number of live features that have a constraint on it; only in lists. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInFeatures?: number;
}

/** Strategies that use a context field. */
export class ContextFieldStrategiesResponse {
  /** Strategies of live features with a constraint on it. */
  strategies: StrategyUseResponse[];
}
