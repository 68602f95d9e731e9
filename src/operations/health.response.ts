import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MaintenanceResponse } from './maintenance/maintenance.response.js';

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

/** The service can answer requests. */
export class ReadyResponse extends HealthResponse {
  /** Present when the embedded database is used, because `DATABASE_URL` is not set. */
  @ApiPropertyOptional()
  embeddedDatabase?: EmbeddedDatabaseResponse;
  /** Present while maintenance mode is on: reads are answered, and writes are refused. */
  @ApiPropertyOptional()
  maintenance?: MaintenanceResponse;
}
