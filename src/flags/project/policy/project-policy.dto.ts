import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../platform/http/validation/shape.decorators.js';
import { GUARD_LEVELS, type GuardLevel } from '../../preview/impact.response.js';

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

/** What a project does about turning off or archiving features that are in use. */
export class ProjectGuardDto {
  /**
   * When a feature is turned off or archived on which other features that are on depend, or that a
   * production environment evaluated as true recently: `none` changes it, `warn` changes it and
   * returns `warnings`, `block` refuses with 409 unless the change is forced for a reason.
   */
  @OneOf(GUARD_LEVELS)
  guard: GuardLevel;
}

/** What a project does about turning off or archiving features that are in use. */
export class ProjectGuardResponse {
  /**
   * When a feature is turned off or archived on which other features that are on depend, or that a
   * production environment evaluated as true recently: `none` changes it, `warn` changes it and
   * returns `warnings`, `block` refuses with 409 unless the change is forced for a reason.
   */
  @ApiProperty({ enum: GUARD_LEVELS })
  guard: GuardLevel;
}
