import { ApiProperty } from '@nestjs/swagger';

/** Whether maintenance mode is on, and how. */
export class MaintenanceResponse {
  /** Whether writes are refused with 503. */
  enabled: boolean;
  /** The reason given in refused writes; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  /** Whether turning features off is refused as well. */
  refuseTurningOff: boolean;
}
