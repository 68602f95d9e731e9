import { ApiProperty } from '@nestjs/swagger';
import { ROOT_ROLES } from '../../../auth/permissions/role-permissions.js';

/** What both kinds of single sign-on have in common. */
export class SsoSettingsResponse {
  /** Whether people can sign in this way. */
  enabled: boolean;
  /** Whether somebody whom the provider vouches for and who is no user yet becomes one. */
  autoCreate: boolean;
  /**
   * Whether e-mail addresses are trusted that the provider does not say it has verified; absent
   * when they are not.
   */
  linkByEmail?: boolean;
  /** Root role of those who are created so; absent when it is not one that is built in. */
  @ApiProperty({ enum: ROOT_ROLES, required: false })
  defaultRootRole?: (typeof ROOT_ROLES)[number];
  /** The id of that role. */
  defaultRootRoleId: number;
  /** Comma-separated domains; absent when there is no restriction. */
  emailDomains?: string;
  /** Whether memberships of groups follow the provider. */
  enableGroupSyncing: boolean;
  /** Where the names of a person's groups are; absent when it is not set. */
  groupJsonPath?: string;
}
