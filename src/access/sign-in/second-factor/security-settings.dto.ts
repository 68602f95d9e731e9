import { ApiProperty } from '@nestjs/swagger';
import { Flag, IdList, Int } from '../../../platform/http/validation/shape.decorators.js';

/** Settings of sessions and second factors. Omitted properties get their default. */
export class SecuritySettingsDto {
  /** Whether every user needs a second factor; false by default. */
  @Flag({ optional: true })
  secondFactorRequired?: boolean;
  /**
   * Ids of root roles that need a second factor, including holders through groups; none by default.
   */
  @IdList({ optional: true, max: 1000 })
  secondFactorRoles?: number[];
  /**
   * Whether a second factor is also required after single sign-on; false by default, which leaves
   * it to the identity provider.
   */
  @Flag({ optional: true })
  secondFactorAfterSso?: boolean;
  /** Minutes that a confirmation is valid; 15 by default. */
  @Int({ optional: true, min: 1, max: 1440 })
  confirmationMinutes?: number;
  /** Minutes without a request after which a session ends; null, the default, for never. */
  @Int({ optional: true, nullable: true, min: 5, max: 525_600 })
  idleMinutes?: number | null;
}

/** Settings of sessions and second factors. */
export class SecuritySettingsResponse {
  /** Whether every user needs a second factor. */
  secondFactorRequired: boolean;
  /** Ids of root roles that need a second factor, ascending. */
  @ApiProperty({ type: 'integer', isArray: true })
  secondFactorRoles: number[];
  /** Whether a second factor is also required after single sign-on. */
  secondFactorAfterSso: boolean;
  /** Minutes that a confirmation is valid. */
  @ApiProperty({ type: 'integer' })
  confirmationMinutes: number;
  /** Minutes without a request after which a session ends; null for never. */
  @ApiProperty({ type: 'integer', nullable: true })
  idleMinutes: number | null;
}
