import { OneOf, Text } from '../../../http/validation/shape.decorators.js';
import { PROTOCOLS, type Protocol } from './identity.js';

/**
 * An identity that a user is to sign in with. The event of a refused login tells which one it was.
 */
export class LinkIdentityDto {
  /** By which protocol: `oidc` or `saml`. */
  @OneOf(PROTOCOLS)
  provider: Protocol;
  /** The provider: the claim `iss` of OpenID Connect, the issuer (entity ID) of SAML. */
  @Text({ min: 1, max: 1024 })
  issuer: string;
  /**
   * The person at the provider: the claim `sub` of OpenID Connect, the NameID of SAML. An e-mail
   * address as NameID is given in lower case.
   */
  @Text({ min: 1, max: 1024 })
  subject: string;
}
