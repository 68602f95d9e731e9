import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OneOf } from '../../platform/http/validation/shape.decorators.js';
import { MaintenanceResponse } from './maintenance/maintenance.dto.js';

/** The process is alive. */
export class HealthResponse {
  /** Always `GOOD`. */
  @ApiProperty({ enum: ['GOOD'] })
  health: string;
}

/** State of the embedded database server. */
export class EmbeddedDatabaseResponse {
  /** `running` when the status is 200. */
  @ApiProperty({ enum: ['running', 'restarting', 'stopped'] })
  state: string;
  /** Number of restarts after unexpected ends, since the service was started. */
  @ApiProperty({ type: 'integer' })
  restarts: number;
  /** Start of the current state. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since: string;
  /** Why this is no set-up for production; present when `NODE_ENV` is `production`. */
  @ApiPropertyOptional()
  warning?: string;
}

/** What the last drill of the kill switch found; details need an admin token. */
export class ReadyDrillResponse {
  /** Whether nothing was broken. */
  healthy: boolean;
  /** The last drill in time; null when there is none. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastSuccessAt: string | null;
  /** Median of the last 24 hours in milliseconds; null without drills. */
  @ApiProperty({ type: 'integer', nullable: true })
  p50: number | null;
  /** 99th percentile of the last 24 hours in milliseconds; null without drills. */
  @ApiProperty({ type: 'integer', nullable: true })
  p99: number | null;
  /** Kinds of parts that were broken. */
  broken: string[];
  /** Share of the error budget of the month that is left; negative when it is exceeded. */
  budgetLeft: number;
}

/** The service can answer requests. */
export class ReadyResponse extends HealthResponse {
  /** Present when the embedded database is used, because `DATABASE_URL` is not set. */
  @ApiPropertyOptional()
  embeddedDatabase?: EmbeddedDatabaseResponse;
  /** Present while maintenance mode is on: reads are answered, and writes are refused. */
  @ApiPropertyOptional()
  maintenance?: MaintenanceResponse;
  /** Present on request, when this instance takes part in the drill of the kill switch. */
  @ApiPropertyOptional()
  drill?: ReadyDrillResponse;
}

/** What to check besides. */
export class ReadyQuery {
  /** Whether the last drill of the kill switch must have found everything in order, too. */
  @OneOf(['', 'true'], { optional: true })
  drill?: '' | 'true';
}
