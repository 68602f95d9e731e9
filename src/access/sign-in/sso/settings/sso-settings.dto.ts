import { ApiProperty } from '@nestjs/swagger';
import { EDITOR_ROLE, ROOT_ROLES } from '../../../../core/auth/permissions/role-permissions.js';
import {
  Flag,
  Int,
  INT4_FROM_0,
  OneOf,
  Text,
} from '../../../../platform/http/validation/shape.decorators.js';
import { MAX_OWN_PATH } from '../../../../platform/http/own-path.js';

/** Settings common to OpenID Connect and SAML. */
export class SsoSettingsDto {
  /** Whether signing in this way is enabled. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** Whether unknown users are created at their first login. */
  @Flag({ optional: true })
  autoCreate?: boolean;
  /**
   * Whether unverified e-mail addresses from the provider are trusted: at the first login, the
   * identity is then linked to the user with that address. SAML needs this for linking, OpenID
   * Connect only when the provider does not send `email_verified`. Administrators are never linked
   * this way.
   */
  @Flag({ optional: true })
  linkByEmail?: boolean;
  /** Root role of automatically created users; Editor by default. */
  @OneOf(ROOT_ROLES, { optional: true })
  defaultRootRole?: (typeof ROOT_ROLES)[number];
  /**
   * Id of that role, which may be a custom one; takes precedence over `defaultRootRole` unless 0.
   */
  @Int({ optional: true, ...INT4_FROM_0 })
  defaultRootRoleId?: number;
  /**
   * Comma-separated domains. Only users with an e-mail address in one of them may sign in; empty
   * for all.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 10_000 })
  emailDomains?: string;
  /**
   * Whether group memberships follow the provider; see `mappingsSSO` of groups. Memberships added
   * manually stay.
   */
  @Flag({ optional: true })
  enableGroupSyncing?: boolean;
  /**
   * Path of the group names in claims or attributes, such as `realm_access.roles` or
   * `$.groups[*].name`.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 500 })
  groupJsonPath?: string;
}

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

/** What stands for each setting that is not set; undefined if it is left out. */
export type Presets<Settings> = { readonly [Name in keyof Required<Settings>]: Settings[Name] };

/** Stored settings common to OpenID Connect and SAML. */
export type SsoSettings = Omit<SsoSettingsResponse, 'defaultRootRole'>;

export const SSO_PRESETS: Presets<SsoSettings> = {
  enabled: false,
  autoCreate: false,
  linkByEmail: undefined,
  defaultRootRoleId: EDITOR_ROLE,
  emailDomains: undefined,
  enableGroupSyncing: false,
  groupJsonPath: undefined,
};

/** Settings of password login. */
export class SimpleSettingsDto {
  /**
   * Whether password login is disabled; false by default. It can only be disabled while single
   * sign-on is enabled.
   */
  @Flag({ optional: true })
  disabled?: boolean;
}

/** Settings of password login. */
export class SimpleSettingsResponse {
  /** Whether password login is disabled. */
  disabled: boolean;
}

/** Where a login leads. */
export class BeginLoginQuery {
  /**
   * The page of the console that the person wanted, as a path such as `/projects/default`.
   * Anything else is ignored: the login then leads to the start page.
   */
  @Text({ optional: true, max: MAX_OWN_PATH })
  back?: string;
}
