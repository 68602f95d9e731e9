import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../../../../platform/http/validation/shape.decorators.js';
import { MAX_FORMAT_BYTES, type Protocol, PROTOCOLS } from './identity.js';

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

/** A single sign-on identity of a user. */
export class UserIdentityResponse {
  /** Id of the identity. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  userId: number;
  /** Protocol: `oidc` or `saml`. */
  @ApiProperty({ enum: PROTOCOLS })
  provider: Protocol;
  /** Issuer: the `iss` claim (OpenID Connect) or the entity ID (SAML). */
  issuer: string;
  /** Subject: the `sub` claim (OpenID Connect) or the NameID (SAML). */
  subject: string;
  /**
   * SAML: format of the NameID; null until the first login when unknown, and for OpenID Connect.
   */
  @ApiProperty({ type: String, nullable: true })
  subjectFormat: string | null;
  /** Last e-mail address sent by the provider; null when it sent none. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;
  /** When it was linked to the user. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who linked it; `unleash_system_user` when it was linked automatically at a login. */
  createdBy: string;
  /** When it was last used to sign in; null if never. */
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  lastLoginAt: string | null;
}

/** The identities of a user. */
export class UserIdentitiesResponse {
  /** The identities, oldest link first. */
  identities: UserIdentityResponse[];
}
