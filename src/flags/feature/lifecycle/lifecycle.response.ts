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

/** The numbers of features by their current stage. */
export class LifecycleCountResponse {
  /** Created, and without usage. */
  @ApiProperty({ type: 'integer' })
  initial: number;
  /** Used, but not in production. */
  @ApiProperty({ type: 'integer' })
  preLive: number;
  /** Used in production. */
  @ApiProperty({ type: 'integer' })
  live: number;
  /** Completed: their code can be removed. */
  @ApiProperty({ type: 'integer' })
  completed: number;
  /** Archived. */
  @ApiProperty({ type: 'integer' })
  archived: number;
}
