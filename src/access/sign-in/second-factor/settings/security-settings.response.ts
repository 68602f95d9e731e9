import { ApiProperty } from '@nestjs/swagger';

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
