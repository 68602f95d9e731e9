import { ApiProperty } from '@nestjs/swagger';
import { DescribedEventResponse } from '../../audit/audit-log/event/event.dto.js';
import { Int, Moment, Text } from '../../platform/http/validation/shape.decorators.js';

/** When something went wrong, and where. */
export class CulpritQuery {
  /**
   * When it was noticed, as an RFC 3339 date-time such as `2026-11-22T03:12:00Z`; now by default.
   */
  @Moment({ optional: true })
  at?: string;
  /** Id of the project; all visible ones by default. */
  @Text({ optional: true, max: 100 })
  project?: string;
  /** Name of the environment; all by default. */
  @Text({ optional: true, max: 100 })
  environment?: string;
  /** How many hours before the moment are searched, 1 to 168; 24 by default. */
  @Int({ optional: true, min: 1, max: 168 })
  hours?: number;
  /** Number of changes to return, 1 to 50; 10 by default. */
  @Int({ optional: true, min: 1, max: 50 })
  limit?: number;
}

/** The names of reasons. */
export const REASONS = [
  'time',
  'delivery',
  'environment',
  'share',
  'dependants',
  'segment',
  'usage',
  'shift',
  'undone',
] as const;

/** Why a change is, or is not, likely. */
export class CulpritReasonResponse {
  /**
   * What it is about. `time`: how long before the moment; `delivery`: how long before it an
   * instance that had been cut off served it; `environment`: whether production; `share`: of
   * users; `dependants`: features that depend on it; `segment`: features that use the segment;
   * `usage`: evaluations per hour; `shift`: of the share of evaluations that are on; `undone`:
   * before the moment.
   */
  @ApiProperty({ enum: REASONS })
  name: (typeof REASONS)[number];
  /** The reason in words, with its number. */
  text: string;
  /**
   * The number: minutes of `time`, `delivery` and `undone`, 1 or 0 of `environment`, percent of
   * `share`, percentage points of `shift`.
   */
  value: number;
}

/** A change that may have caused what was noticed. */
export class CulpritResponse {
  /** How likely it is in comparison, from 0 to 1. */
  score: number;
  /** Why, the most important first. */
  reasons: CulpritReasonResponse[];
  /** The change. */
  event: DescribedEventResponse;
  /** Path that tells with GET what undoing the change would do, and undoes it with POST. */
  undo: string;
}

/** Changes that may have caused what was noticed. */
export class CulpritsResponse {
  /** The moment. */
  @ApiProperty({ format: 'date-time' })
  at: string;
  /** The moment from which on changes were compared. */
  @ApiProperty({ format: 'date-time' })
  from: string;
  /** The changes, the most likely first. */
  culprits: CulpritResponse[];
  /** Number of changes that were compared, at most 200. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  examined: number;
  /** Whether there were more changes, which are older and were not compared. */
  hasMore: boolean;
}
