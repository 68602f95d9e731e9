import { OneOf, Text } from '../../../../platform/http/validation/shape.decorators.js';
import { MAX_FORMAT_BYTES, PROTOCOLS, type Protocol } from './identity.js';

/** An identity to link to a user. Events of refused logins contain its values. */
export class LinkIdentityDto {
  /** Protocol: `oidc` or `saml`. */
  @OneOf(PROTOCOLS)
  provider: Protocol;
  /** Issuer: the `iss` claim (OpenID Connect) or the entity ID (SAML). */
  @Text({ min: 1, max: 1024 })
  issuer: string;
  /**
   * Subject: the `sub` claim (OpenID Connect) or the NameID (SAML). An e-mail address as NameID
   * must be in lower case.
   */
  @Text({ min: 1, max: 1024 })
  subject: string;
  /**
   * SAML: format of the NameID, a URI; when omitted, that of the first login. OpenID Connect has
   * none.
   */
  @Text({ optional: true, min: 1, max: MAX_FORMAT_BYTES, pattern: /^[!-~]+$/, wanted: 'a URI' })
  subjectFormat?: string;
}
