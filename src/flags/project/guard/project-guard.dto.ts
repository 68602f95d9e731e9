import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../platform/http/validation/shape.decorators.js';
import { GUARD_LEVELS, type GuardLevel } from '../../preview/impact.response.js';

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
