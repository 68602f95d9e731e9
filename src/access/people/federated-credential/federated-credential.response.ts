import { ApiProperty } from '@nestjs/swagger';
import { TokenScopeResponse } from '../user/personal-token.response.js';

/** Which tokens of an issuer are trusted, and what they are exchanged for. */
export class FederatedCredentialResponse {
  /** Id of the credential. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Its unique name. */
  name: string;
  /** Id of the service account as which exchanged tokens act. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  serviceAccountId: number;
  /** Name of the service account. */
  serviceAccount: string;
  /** The issuer. */
  issuer: string;
  /** The audience. */
  audience: string;
  /** The subject, in which `*` stands for any characters. */
  subject: string;
  /** Further claims that must have these values. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  claims: Record<string, string>;
  /** How many minutes an exchanged token is valid. */
  @ApiProperty({ type: 'integer' })
  lifetimeMinutes: number;
  /** Scope of exchanged tokens; absent when they have all permissions of the service account. */
  scope?: TokenScopeResponse;
  /** How many exchanged tokens are valid now. */
  @ApiProperty({ type: 'integer' })
  tokens: number;
  /** When a token was last exchanged; null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  usedAt: string | null;
  /** When the credential was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A list of federated credentials. */
export class FederatedCredentialsResponse {
  /** The credentials, oldest first, at most 100. */
  federatedCredentials: FederatedCredentialResponse[];
}
