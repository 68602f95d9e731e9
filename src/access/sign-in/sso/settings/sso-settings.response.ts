import { ApiProperty } from '@nestjs/swagger';
import { ROOT_ROLES } from '../../../../core/auth/permissions/role-permissions.js';

/** Settings common to OpenID Connect and SAML. */
export class SsoSettingsResponse {
  /** Whether signing in this way is enabled. */
  enabled: boolean;
  /** Whether unknown users are created at their first login. */
  autoCreate: boolean;
  /** Whether unverified e-mail addresses from the provider are trusted; absent when not. */
  linkByEmail?: boolean;
  /** Built-in root role of automatically created users; absent for a custom role. */
  @ApiProperty({ enum: ROOT_ROLES, required: false })
  defaultRootRole?: (typeof ROOT_ROLES)[number];
  /** Id of the root role of automatically created users. */
  defaultRootRoleId: number;
  /** Comma-separated e-mail domains; absent when unrestricted. */
  emailDomains?: string;
  /** Whether group memberships follow the provider. */
  enableGroupSyncing: boolean;
  /** Path of the group names in claims or attributes; absent when not set. */
  groupJsonPath?: string;
}
