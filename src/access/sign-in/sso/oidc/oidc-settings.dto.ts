import { ApiProperty } from '@nestjs/swagger';
import { Flag, OneOf, Text } from '../../../../platform/http/validation/shape.decorators.js';
import {
  type Presets,
  SSO_PRESETS,
  SsoSettingsDto,
  SsoSettingsResponse,
} from '../settings/sso-settings.dto.js';

/** Supported signature algorithms of ID tokens. */
const ID_TOKEN_ALGORITHMS = ['RS256', 'RS384', 'RS512'] as const;

/** Settings of OpenID Connect. Omitted properties get their default, except the secret. */
export class OidcSettingsDto extends SsoSettingsDto {
  /**
   * URL of the provider or of its discovery document (`…/.well-known/openid-configuration`). HTTPS
   * is required except for localhost. Required to enable it.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  discoverUrl?: string;
  /** Client id at the provider. Required to enable it. */
  @Text({ optional: true, nullable: true, trim: true, max: 500 })
  clientId?: string;
  /**
   * Client secret. Stored encrypted, and only returned to the API token that set it. When omitted
   * or `*****`, the stored secret stays; an empty one removes it. Required to enable it, and again
   * whenever `discoverUrl` changes.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  secret?: string;
  /** Whether signing out here also signs out at the provider. */
  @Flag({ optional: true })
  enableSingleSignOut?: boolean;
  /**
   * Requested authentication contexts (acr_values), separated by blanks; the provider must confirm
   * one of them.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  acrValues?: string;
  /** Signature algorithm of ID tokens; RS256 by default. */
  @OneOf(ID_TOKEN_ALGORITHMS, { optional: true })
  idTokenSigningAlgorithm?: (typeof ID_TOKEN_ALGORITHMS)[number];
  /** Whether the scope `groups` is requested, which some providers need to send groups. */
  @Flag({ optional: true })
  addGroupsScope?: boolean;
  /** Whether PKCE is used; true by default. */
  @Flag({ optional: true })
  enablePkce?: boolean;
}

/** Settings of OpenID Connect. */
export class OidcSettingsResponse extends SsoSettingsResponse {
  /** URL of the provider or of its discovery document; absent when not set. */
  discoverUrl?: string;
  /** Client id at the provider; absent when not set. */
  clientId?: string;
  /**
   * Client secret for the API token that set it, `*****` for everybody else; absent when not set.
   */
  secret?: string;
  /** Whether signing out here also signs out at the provider. */
  enableSingleSignOut: boolean;
  /**
   * Required authentication contexts (acr_values), separated by blanks; absent when any is
   * accepted.
   */
  acrValues?: string;
  /** Signature algorithm of ID tokens. */
  @ApiProperty({ enum: ID_TOKEN_ALGORITHMS })
  idTokenSigningAlgorithm: (typeof ID_TOKEN_ALGORITHMS)[number];
  /** Whether the scope `groups` is requested. */
  addGroupsScope: boolean;
  /** Whether PKCE is used. */
  enablePkce: boolean;
}

/** The stored settings but for the secret. */
export type OpenOidcSettings = Omit<OidcSettingsResponse, 'defaultRootRole' | 'secret'>;

export const OIDC_PRESETS: Presets<OpenOidcSettings> = {
  ...SSO_PRESETS,
  discoverUrl: undefined,
  clientId: undefined,
  enableSingleSignOut: false,
  acrValues: undefined,
  idTokenSigningAlgorithm: 'RS256',
  addGroupsScope: false,
  enablePkce: true,
};
