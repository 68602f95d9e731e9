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
