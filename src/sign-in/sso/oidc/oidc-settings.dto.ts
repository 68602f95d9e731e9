import { Flag, OneOf, Text } from '../../../http/validation/shape.decorators.js';
import { SsoSettingsDto } from '../settings/sso-settings.dto.js';

/** With what ID tokens may be signed. */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'RS384', 'RS512'] as const;

/**
 * How people sign in with OpenID Connect. What is left out goes back to its preset, but for the
 * secret.
 */
export class OidcSettingsDto extends SsoSettingsDto {
  /**
   * Address of the provider, or of its discovery document (`…/.well-known/openid-configuration`);
   * HTTPS, but for localhost. Needed to enable it.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  discoverUrl?: string;
  /** The name of this service at the provider. Needed to enable it. */
  @Text({ optional: true, nullable: true, trim: true, max: 500 })
  clientId?: string;
  /**
   * The secret that belongs to it; stored encrypted, and shown again to the token alone that it
   * came by. Left out, or sent as the `*****` that stands for it, it stays as it is, and an empty
   * one takes it away. Needed to enable it, and anew when `discoverUrl` changes.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  secret?: string;
  /** Whether signing out here signs out at the provider too. */
  @Flag({ optional: true })
  enableSingleSignOut?: boolean;
  /**
   * Authentication contexts, separated by blanks, of which the provider is asked for one; it must
   * name one of them then.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  acrValues?: string;
  /** With what the provider signs ID tokens; RS256 unless told. */
  @OneOf(ID_TOKEN_ALGORITHMS, { optional: true })
  idTokenSigningAlgorithm?: (typeof ID_TOKEN_ALGORITHMS)[number];
  /**
   * Whether the scope `groups` is asked for, which some providers want before they tell the groups
   * of a person.
   */
  @Flag({ optional: true })
  addGroupsScope?: boolean;
  /** Whether the code is bound to the one who began (PKCE); true unless told. */
  @Flag({ optional: true })
  enablePkce?: boolean;
}
