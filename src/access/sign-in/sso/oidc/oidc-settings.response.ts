import { ApiProperty } from '@nestjs/swagger';
import { SsoSettingsResponse } from '../settings/sso-settings.response.js';
import { ID_TOKEN_ALGORITHMS } from './oidc-settings.dto.js';

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
