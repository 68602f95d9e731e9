import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../http/validation/shape.decorators.js';

/** Before what in a production environment somebody must confirm who they are. */
export const WISHES = ['never', 'on', 'always'] as const;
export type ConfirmationWish = (typeof WISHES)[number];

/** Before what people must confirm who they are, in a project. */
export class ProjectConfirmationDto {
  /**
   * In environments of type `production`: `never`, `on` before a feature is turned on there, or
   * `always`: before it is turned off or archived too. It is asked of people who have signed in,
   * never of tokens.
   */
  @OneOf(WISHES)
  inProduction: ConfirmationWish;
}

/** Before what people must confirm who they are, in a project. */
export class ProjectConfirmationResponse {
  /**
   * In environments of type `production`: `never`, `on` before a feature is turned on there, or
   * `always`: before it is turned off or archived too.
   */
  @ApiProperty({ enum: WISHES })
  inProduction: ConfirmationWish;
}
