import { ApiProperty } from '@nestjs/swagger';
import { PROTOCOLS, type Protocol } from './identity.js';

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
