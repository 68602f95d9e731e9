import { Flag, OneOf, Text, Int, INT4_FROM_0 } from '../../../http/validation/shape.decorators.js';
import { ROOT_ROLES } from '../../../auth/permissions/role-permissions.js';

/** What both kinds of single sign-on have in common. */
export class SsoSettingsDto {
  /** Whether people can sign in this way. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** Whether somebody whom the provider vouches for and who is no user yet becomes one. */
  @Flag({ optional: true })
  autoCreate?: boolean;
  /**
   * Whether e-mail addresses are trusted that the provider does not say it has verified: somebody
   * who signs in for the first time is linked to the user with that address. SAML always needs it
   * for that, OpenID Connect where the provider sends no `email_verified`. Administrators are never
   * linked so.
   */
  @Flag({ optional: true })
  linkByEmail?: boolean;
  /** Root role of those who are created so; Editor unless told. */
  @OneOf(ROOT_ROLES, { optional: true })
  defaultRootRole?: (typeof ROOT_ROLES)[number];
  /**
   * The same by its id, which can be that of a root role of one's own; counts before
   * `defaultRootRole`, unless it is 0.
   */
  @Int({ optional: true, ...INT4_FROM_0 })
  defaultRootRoleId?: number;
  /**
   * Comma-separated domains: only people with an e-mail address in one of them can sign in. All
   * when empty.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 10_000 })
  emailDomains?: string;
  /**
   * Whether memberships of groups follow the provider: see `mappingsSSO` of groups. Memberships
   * that somebody gave stay.
   */
  @Flag({ optional: true })
  enableGroupSyncing?: boolean;
  /**
   * Where the names of a person's groups are: a claim or an attribute, or a path like
   * `realm_access.roles` or `$.groups[*].name`.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 500 })
  groupJsonPath?: string;
}
