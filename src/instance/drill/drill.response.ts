import { ApiProperty } from '@nestjs/swagger';
import { type Part, PARTS } from './drill.js';

const milliseconds = { type: 'integer', nullable: true } as const;
const date = { type: String, format: 'date-time', nullable: true } as const;

/** Something that did not get the last switch in time. */
export class BrokenPartResponse {
  /**
   * What is broken. `snapshot`: the features in the memory of an instance. `poll`, `stream`,
   * `delta`, `ofrep`: a way in which SDKs get features there. `environment`: some environments.
   * `notification`: messages between instances. `clock`: the clock of a machine. `instance`: a
   * whole instance. `replica`: a standby. `switch`: the switch itself.
   */
  @ApiProperty({ enum: PARTS })
  part: Part;
  /** Host and port of the instance or the replica. */
  where: string;
  /** What was observed, for people. */
  reason: string;
}

/** What an instance reported last: milliseconds from a switch until the change was there. */
export class DrillInstanceResponse {
  /** Host and port. */
  name: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  reportedAt: string;
  /** In memory; null when it did not arrive, as below. */
  @ApiProperty(milliseconds)
  snapshot: number | null;
  /** `/api/client/features`. */
  @ApiProperty(milliseconds)
  poll: number | null;
  /** `/api/client/streaming`. */
  @ApiProperty(milliseconds)
  stream: number | null;
  /** `/api/client/delta`. */
  @ApiProperty(milliseconds)
  delta: number | null;
  /** `/ofrep/v1/evaluate/flags`. */
  @ApiProperty(milliseconds)
  ofrep: number | null;
}

/** The error budget of a month. */
export class DrillBudgetResponse {
  /** The month in UTC, such as `2026-11`. */
  @ApiProperty({ pattern: '^\\d{4}-\\d{2}$' })
  month: string;
  /** The share of drills that have to be in time. */
  objective: number;
  /** In how many milliseconds everybody has to have the change. */
  @ApiProperty({ type: 'integer' })
  withinMilliseconds: number;
  /** Drills of this month so far. */
  @ApiProperty({ type: 'integer' })
  drills: number;
  /** How many of them were in time. */
  @ApiProperty({ type: 'integer' })
  inTime: number;
  /** Share of the budget of the whole month that is left; negative when it is exceeded. */
  left: number;
}

/** Whether the kill switch works, as the last drills have shown. */
export class DrillResponse {
  /** Whether the instance that answers takes part. */
  enabled: boolean;
  /** Seconds between two drills; 0 when it does not take part. */
  @ApiProperty({ type: 'integer' })
  intervalSeconds: number;
  /** Whether there was a drill, and nothing was broken in the last one. */
  healthy: boolean;
  /** Null before the first drill. */
  @ApiProperty(date)
  lastDrillAt: string | null;
  /** The last drill in time; null when there is none among the last 3,000. */
  @ApiProperty(date)
  lastSuccessAt: string | null;
  /** Until the slowest had the last change; null when one did not get it, or before a drill. */
  @ApiProperty(milliseconds)
  milliseconds: number | null;
  /** Median of the last 24 hours in milliseconds; null without drills. */
  @ApiProperty(milliseconds)
  p50: number | null;
  /** 99th percentile of the last 24 hours in milliseconds, of drills that everybody got. */
  @ApiProperty(milliseconds)
  p99: number | null;
  /** What was broken in the last drill. */
  broken: BrokenPartResponse[];
  /** The instances that take part and have reported. */
  instances: DrillInstanceResponse[];
  budget: DrillBudgetResponse;
}
