import { OneOf, Text } from '../../../http/validation/shape.decorators.js';
import { MAX_FORMAT_BYTES, PROTOCOLS, type Protocol } from './identity.js';

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
  /**
   * SAML: the format of the NameID, a URI. When left out, that of the first login counts. OpenID
   * Connect has none.
   */
  @Text({ optional: true, min: 1, max: MAX_FORMAT_BYTES, pattern: /^[!-~]+$/, wanted: 'a URI' })
  subjectFormat?: string;
}
