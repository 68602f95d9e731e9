import { ApiProperty } from '@nestjs/swagger';

/** How sessions and second factors are looked after. */
export class SecuritySettingsResponse {
  /** Whether every user must have a second factor. */
  secondFactorRequired: boolean;
  /** Ids of root roles whose holders must have a second factor, in ascending order. */
  @ApiProperty({ type: 'integer', isArray: true })
  secondFactorRoles: number[];
  /** Whether those who sign in by single sign-on are asked for their second factor here too. */
  secondFactorAfterSso: boolean;
  /** For how many minutes a confirmation by a second factor is good. */
  @ApiProperty({ type: 'integer' })
  confirmationMinutes: number;
  /** After how many minutes without a request a session ends; null for never. */
  @ApiProperty({ type: 'integer', nullable: true })
  idleMinutes: number | null;
}
