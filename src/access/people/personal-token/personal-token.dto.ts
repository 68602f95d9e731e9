import { ApiProperty } from '@nestjs/swagger';
import { MOST_ADDRESSES } from '../../../platform/http/address-list.js';
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
  /**
   * Whether the token only reads and proposes: it can add changes to drafts of change requests, and
   * change nothing else.
   */
  @Flag({ optional: true })
  proposeOnly?: boolean;
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
  /**
   * IP addresses and ranges such as `10.0.0.0/8`, from which alone the token can be used; at most
   * 100. From everywhere when omitted or empty.
   */
  @TextList({ optional: true, max: MOST_ADDRESSES })
  allowedAddresses?: string[];
}

/** The scope of a personal token. */
export class TokenScopeResponse {
  /** Whether the token is read-only. */
  readOnly: boolean;
  /** Whether the token only reads and proposes; absent otherwise. */
  proposeOnly?: boolean;
  /** Ids of its projects; null for all. */
  projects: string[] | null;
  /** Names of its environments; null for all. */
  environments: string[] | null;
}

/** A personal token, which acts as its user. */
export class PersonalTokenResponse {
  /** Id of the token. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** The secret: `user:` and hex digits. Only the response to the creation contains it. */
  secret?: string;
  /** Description of the token. */
  description: string;
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  userId: number;
  /** When the token expires. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** When the token was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When the token was last used, at most 30 seconds late; null if never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Scope of the token; absent when it has all permissions of its user. */
  scope?: TokenScopeResponse;
  /** IP addresses and ranges from which alone the token can be used; absent for everywhere. */
  allowedAddresses?: string[];
}

/** A list of personal tokens. */
export class PersonalTokensResponse {
  /** The tokens, oldest first. */
  pats: PersonalTokenResponse[];
}
