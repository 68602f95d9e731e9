import { ApiProperty } from '@nestjs/swagger';
import { PROTOCOLS, type Protocol } from './identity.js';

/** An identity at a provider of single sign-on, by which a user signs in. */
export class UserIdentityResponse {
  /** Id of the identity. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  userId: number;
  /** By which protocol: OpenID Connect or SAML. */
  @ApiProperty({ enum: PROTOCOLS })
  provider: Protocol;
  /** The provider: the claim `iss` of OpenID Connect, the issuer (entity ID) of SAML. */
  issuer: string;
  /** The person at the provider: the claim `sub` of OpenID Connect, the NameID of SAML. */
  subject: string;
  /**
   * SAML: the format of the NameID; null until the first login where nobody said, and for OpenID
   * Connect.
   */
  @ApiProperty({ type: String, nullable: true })
  subjectFormat: string | null;
  /** The e-mail address that the provider told last; null when it told none. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;
  /** When it was linked to the user. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who linked it; `unleash_system_user` when it was linked at a login. */
  createdBy: string;
  /** When it was last used to sign in; null when it was not. */
  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  lastLoginAt: string | null;
}

/** The identities of a user. */
export class UserIdentitiesResponse {
  /** The identities, in the order in which they were linked. */
  identities: UserIdentityResponse[];
}
