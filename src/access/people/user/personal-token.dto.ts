import {
  Flag,
  Moment,
  Part,
  Text,
  TextList,
} from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';

/** The scope of a token. An omitted property does not restrict; a misspelt one is refused. */
@RefuseUnknown()
export class TokenScopeDto {
  /** Whether the token is read-only, which allows no method but GET. */
  @Flag({ optional: true })
  readOnly?: boolean;
  /** Ids of 1 to 50 projects. The token sees no others, and has no permissions beyond projects. */
  @TextList({ optional: true, min: 1, max: 50 })
  projects?: string[];
  /**
   * Names of 1 to 20 environments. The token can only change what belongs to one of them, and SDKs
   * only get these.
   */
  @TextList({ optional: true, min: 1, max: 20 })
  environments?: string[];
}

/** A personal token to create. */
export class CreatePersonalTokenDto {
  /** Description, 1 to 255 characters, unique per user. */
  @Text({ trim: true, min: 1, max: 255 })
  description: string;
  /** When the token expires. For users, at most `PERSONAL_TOKEN_MAX_DAYS` ahead. */
  @Moment()
  expiresAt: string;
  /** Scope of the token; without it, the token has all permissions of its user. */
  @Part(() => TokenScopeDto, { optional: true })
  scope?: TokenScopeDto;
}
