import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The process lives. */
export class HealthResponse {
  /** `GOOD`. */
  @ApiProperty({ enum: ['GOOD'] })
  health: string;
}

/** The state of the database server that the service runs itself. */
export class EmbeddedDatabaseResponse {
  /** `running` when the answer is 200. */
  @ApiProperty({ enum: ['running', 'restarting', 'stopped'] })
  state: string;
  /**
   * How often the server was restarted because it had ended unexpectedly, since the service was
   * started.
   */
  @ApiProperty({ type: 'integer' })
  restarts: number;
  /** Start of the current state. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since: string;
}

/** Requests can be answered. */
export class ReadyResponse extends HealthResponse {
  /** Present when the service runs its own database server, because `DATABASE_URL` is not set. */
  @ApiPropertyOptional()
  embeddedDatabase?: EmbeddedDatabaseResponse;
}
