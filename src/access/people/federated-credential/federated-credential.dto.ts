import {
  Int,
  INT4,
  Part,
  Text,
  TextMap,
} from '../../../platform/http/validation/shape.decorators.js';
import { TokenScopeDto } from '../user/personal-token.dto.js';

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
