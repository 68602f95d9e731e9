import { ApiProperty } from '@nestjs/swagger';

/** What a personal token is limited to. */
export class TokenScopeResponse {
  /** Whether it may only read. */
  readOnly: boolean;
  /** Ids of the projects that it is for; null for no limit. */
  projects: string[] | null;
  /** Names of the environments that it is for; null for no limit. */
  environments: string[] | null;
}

/** A token that stands for its user. */
export class PersonalTokenResponse {
  /** Id of the token. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** The secret, `user:` and hex digits. Only the answer to its creation ever shows it. */
  secret?: string;
  /** What the token is for. */
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
  /** What it is limited to; absent when it may do all that its user may. */
  scope?: TokenScopeResponse;
}

/** Some personal tokens. */
export class PersonalTokensResponse {
  /** The tokens, oldest first. */
  pats: PersonalTokenResponse[];
}
