import { ApiProperty } from '@nestjs/swagger';

/** What happens when a feature that is in use is turned off or archived, from lax to strict. */
export const GUARD_LEVELS = ['none', 'warn', 'block'] as const;
export type GuardLevel = (typeof GUARD_LEVELS)[number];

/** Why turning off or archiving features might do harm. */
export class WarningResponse {
  /**
   * `dependents` for features that are on and depend on them, `evaluations` for those of them that
   * a production environment evaluated as true recently.
   */
  @ApiProperty({ enum: ['dependents', 'evaluations'] })
  type: 'dependents' | 'evaluations';
  /** The same as a sentence. */
  message: string;
  /** Number of features. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
  /** Names of these features, in alphabetical order; at most 100, without hidden projects. */
  features: string[];
  /** Number of evaluations that returned true; only with `evaluations`. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes?: number;
  /** Start of the hours of the clock that count as recent; only with `evaluations`. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since?: string;
}

/** The change was made, although the features are in use. */
export class WarnedResponse {
  /** Why the change might do harm. */
  warnings: WarningResponse[];
}
