import { ApiProperty } from '@nestjs/swagger';

/** The scope of a personal token. */
export class TokenScopeResponse {
  /** Whether the token is read-only. */
  readOnly: boolean;
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
}

/** A list of personal tokens. */
export class PersonalTokensResponse {
  /** The tokens, oldest first. */
  pats: PersonalTokenResponse[];
}
