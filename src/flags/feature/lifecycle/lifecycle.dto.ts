import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';

/** The result of a feature. */
@RefuseUnknown()
export class CompleteFeatureDto {
  /** Whether the functionality was kept or discarded. */
  @OneOf(['kept', 'discarded'])
  status: 'kept' | 'discarded';
  /** Details of what was kept, such as the name of a variant. */
  @Text({ optional: true })
  statusValue?: string;
}

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
