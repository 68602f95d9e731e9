import { ApiProperty } from '@nestjs/swagger';
import {
  Int,
  INT4,
  Part,
  Text,
  TextMap,
} from '../../../platform/http/validation/shape.decorators.js';
import { TokenScopeDto, TokenScopeResponse } from '../personal-token/personal-token.dto.js';

/** How long exchanged tokens are valid, in minutes. */
const LIFETIME = { min: 5, max: 60 } as const;

/** Which tokens of an issuer are trusted, and what they are exchanged for. */
export class FederatedCredentialDto {
  /** Unique name, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /** The issuer, as in the claim `iss`. HTTPS is required except for localhost. */
  @Text({ trim: true, min: 1, max: 500 })
  issuer: string;
  /** The audience, which the claim `aud` must be or contain. */
  @Text({ trim: true, min: 1, max: 500 })
  audience: string;
  /**
   * The subject, as in the claim `sub`. At most three `*` stand for any characters, after at least
   * two complete parts that end with `:` or `/`, as in `repo:acme/shop:ref:refs/heads/*`.
   */
  @Text({ trim: true, min: 1, max: 500 })
  subject: string;
  /** Further claims, at most 20, which must have these values. */
  @TextMap({ optional: true })
  claims?: Record<string, string>;
  /** How many minutes an exchanged token is valid; 15 by default. */
  @Int({ optional: true, ...LIFETIME })
  lifetimeMinutes?: number;
  /** Scope of exchanged tokens; without it, they have all permissions of the service account. */
  @Part(() => TokenScopeDto, { optional: true })
  scope?: TokenScopeDto;
}

/** A federated credential to create. */
export class CreateFederatedCredentialDto extends FederatedCredentialDto {
  /** Id of the service account as which exchanged tokens act. */
  @Int({ min: 1, max: INT4.max })
  serviceAccountId: number;
}

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
