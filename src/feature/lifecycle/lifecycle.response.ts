import { ApiProperty } from '@nestjs/swagger';

/** A lifecycle stage of a feature. */
export class LifecycleStageResponse {
  /** The stage. */
  @ApiProperty({ enum: ['initial', 'pre-live', 'live', 'completed', 'archived'] })
  stage: string;
  /** `kept` or `discarded`; only with the stage `completed`. */
  status?: string;
  /** When the feature entered the stage. */
  @ApiProperty({ format: 'date-time' })
  enteredStageAt: string;
}
