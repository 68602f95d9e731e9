import { ApiProperty } from '@nestjs/swagger';

/** Whether maintenance mode is on, and how. */
export class MaintenanceResponse {
  /** Whether writes are refused with 503. */
  enabled: boolean;
  /** The reason that refused writes are told; null when none was given. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  /** Whether turning features off is refused as well. */
  refuseTurningOff: boolean;
}
