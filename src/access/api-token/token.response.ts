import { ApiProperty } from '@nestjs/swagger';

/** An API token. The secret is returned once, on creation; only its hash is stored. */
export class ApiTokenResponse {
  /** Id of the token, a UUID. Use it in paths. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /**
   * On creation the secret: `<project>:<environment>.<56 hex digits>`, with `*` for all and `[]`
   * for several projects. Later the masked secret `<project>:<environment>.****-<id>`, which
   * identifies the token in paths but gives no access.
   */
  secret: string;
  /** Name of the token. */
  tokenName: string;
  /** The same as `tokenName`. Deprecated by the reference. */
  @ApiProperty({ deprecated: true })
  username: string;
  /** Type: `client`, `frontend` or `admin`. */
  @ApiProperty({ enum: ['client', 'admin', 'frontend'] })
  type: string;
  /** Name of the environment; `*` for all. */
  environment: string;
  /** Ids of the projects, separated by commas; `*` for all. */
  project: string;
  /** Ids of the projects in alphabetical order; `["*"]` for all. */
  projects: string[];
  /** When the token expires; null for never. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string | null;
  /** When the token was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When the token was last used, at most 30 seconds late; null if never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Deprecated; always null. */
  @ApiProperty({ type: String, nullable: true })
  alias: string | null;
}

/** A list of API tokens. */
export class ApiTokensResponse {
  /** The tokens, oldest first. */
  tokens: ApiTokenResponse[];
}
