import { ApiProperty } from '@nestjs/swagger';
import { SsoSettingsResponse } from '../settings/sso-settings.response.js';
import { ID_TOKEN_ALGORITHMS } from './oidc-settings.dto.js';

/** How people sign in with OpenID Connect. */
export class OidcSettingsResponse extends SsoSettingsResponse {
  /** Address of the provider, or of its discovery document; absent when it is not set. */
  discoverUrl?: string;
  /** The name of this service at the provider; absent when it is not set. */
  clientId?: string;
  /**
   * The secret, for the token that gave it; `*****` for everybody else. Absent when there is none.
   */
  secret?: string;
  /** Whether signing out here signs out at the provider too. */
  enableSingleSignOut: boolean;
  /**
   * Authentication contexts of which the provider must name one, separated by blanks; absent when
   * any is good.
   */
  acrValues?: string;
  /** With what the provider signs ID tokens. */
  @ApiProperty({ enum: ID_TOKEN_ALGORITHMS })
  idTokenSigningAlgorithm: (typeof ID_TOKEN_ALGORITHMS)[number];
  /** Whether the scope `groups` is asked for. */
  addGroupsScope: boolean;
  /** Whether the code is bound to the one who began (PKCE). */
  enablePkce: boolean;
}
