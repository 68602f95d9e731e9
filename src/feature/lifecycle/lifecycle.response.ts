import { ApiProperty } from '@nestjs/swagger';

/** A stage in the life of a feature. */
export class LifecycleStageResponse {
  /** The stage. */
  @ApiProperty({ enum: ['initial', 'pre-live', 'live', 'completed', 'archived'] })
  stage: string;
  /** How the feature was completed, `kept` or `discarded`; only with the stage `completed`. */
  status?: string;
  /** When the feature entered the stage. */
  @ApiProperty({ format: 'date-time' })
  enteredStageAt: string;
}
