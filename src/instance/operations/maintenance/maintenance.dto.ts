import { ApiProperty } from '@nestjs/swagger';
import { Flag, Text } from '../../../platform/http/validation/shape.decorators.js';

/** Whether maintenance mode is on, and how. */
export class MaintenanceDto {
  /** Whether writes are refused. */
  @Flag()
  enabled: boolean;
  /** The reason given in refused writes, up to 500 characters; none by default. */
  @Text({ optional: true, nullable: true, max: 500 })
  reason?: string | null;
  /** Whether turning features off is refused as well; false by default. */
  @Flag({ optional: true })
  refuseTurningOff?: boolean;
}

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
