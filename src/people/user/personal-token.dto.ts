import { Flag, Moment, Part, Text, TextList } from '../../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../http/validation/unknown-keys.js';

/**
 * What a token is limited to. What is left out is no limit, and what is misspelt is refused rather
 * than taken for none.
 */
@RefuseUnknown()
export class TokenScopeDto {
  /** Whether the token may only read: it may use the method GET, and no other. */
  @Flag({ optional: true })
  readOnly?: boolean;
  /**
   * Ids of 1 to 50 projects. The token sees no others, and may do nothing that reaches further than
   * a project.
   */
  @TextList({ optional: true, min: 1, max: 50 })
  projects?: string[];
  /**
   * Names of 1 to 20 environments. The token changes only what belongs to one of them, and SDKs are
   * served only these.
   */
  @TextList({ optional: true, min: 1, max: 20 })
  environments?: string[];
}

/** A personal token to be created. */
export class CreatePersonalTokenDto {
  /** What the token is for, 1 to 255 characters; no two tokens of a user have the same. */
  @Text({ trim: true, min: 1, max: 255 })
  description: string;
  /**
   * When it stops working, in the future. For a user it is at most as many days ahead as
   * `PERSONAL_TOKEN_MAX_DAYS` says.
   */
  @Moment()
  expiresAt: string;
  /** What the token is limited to; without it the token may do all that its user may. */
  @Part(() => TokenScopeDto, { optional: true })
  scope?: TokenScopeDto;
}
