import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../platform/http/validation/shape.decorators.js';

/** The changes in production that require a confirmation. */
const WISHES = ['never', 'on', 'always'] as const;
export type ConfirmationWish = (typeof WISHES)[number];

/** The confirmations that a project requires in production. */
export class ProjectConfirmationDto {
  /**
   * For environments of type `production`: `never`, `on` for turning on, or `always` for turning
   * off and archiving too. Only sessions are asked for a confirmation, never tokens.
   */
  @OneOf(WISHES)
  inProduction: ConfirmationWish;
}

/** The confirmations that a project requires in production. */
export class ProjectConfirmationResponse {
  /**
   * For environments of type `production`: `never`, `on` for turning on, or `always` for turning
   * off and archiving too.
   */
  @ApiProperty({ enum: WISHES })
  inProduction: ConfirmationWish;
}
