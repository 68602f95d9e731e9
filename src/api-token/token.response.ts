import { ApiProperty } from '@nestjs/swagger';

/**
 * A token. Its secret is told by the answer to its creation alone: what is stored is only good for
 * recognising it.
 */
export class ApiTokenResponse {
  /** Id of the token, a UUID: what to name it by in paths. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /**
   * At creation the secret, `<project>:<environment>.<56 hex digits>` with `*` for all and `[]` for
   * several projects; later `<project>:<environment>.****-<id>`, which lets nobody in, and names
   * the token in paths.
   */
  secret: string;
  /** What the token is called. */
  tokenName: string;
  /** The same as `tokenName`. Deprecated by the reference. */
  @ApiProperty({ deprecated: true })
  username: string;
  /** Who may call with it. */
  @ApiProperty({ enum: ['client', 'admin', 'frontend'] })
  type: string;
  /** The environment it is good for, `*` for all. */
  environment: string;
  /** The projects it is good for, with commas between them, `*` for all. */
  project: string;
  /** The projects it is good for, in alphabetical order; `*` alone for all. */
  projects: string[];
  /** When it stops working; null for never. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string | null;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it was last used, up to half a minute late; null for not yet. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Always null: what frontend tokens of old versions were called besides. */
  @ApiProperty({ type: String, nullable: true })
  alias: string | null;
}

/** Some tokens. */
export class ApiTokensResponse {
  /** The tokens, in the order of their creation. */
  tokens: ApiTokenResponse[];
}
