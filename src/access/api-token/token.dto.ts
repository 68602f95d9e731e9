import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { MOST_ADDRESSES } from '../../platform/http/address-list.js';
import { PageQuery } from '../../platform/http/validation/page-query.js';
import { Moment, OneOf, Text, TextList } from '../../platform/http/validation/shape.decorators.js';
import { OneRequired } from '../../platform/http/validation/property-checks.js';
import { BACKEND, TOKEN_TYPES, type TokenType } from '../../platform/config/config.js';

/** The token in a path. */
export class TokenParams {
  /**
   * The id of the token, its masked secret, or its secret. Prefer the first two: a secret in a path
   * can end up in the logs of proxies.
   */
  token: string;
}

/** The name of tokens in a path. */
export class TokenNameParams {
  /** Name of the tokens, or the masked secret of one. */
  token: string;
}

/** The project of tokens in a path. */
export class TokenProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A token of a project in a path. */
export class ProjectTokenParams extends TokenProjectParams {
  /** The id of the token, its masked secret, or its secret. */
  token: string;
}

const inLowerCase = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** A token to create. Give either `tokenName` or `username`, and either `project` or `projects`. */
export class CreateApiTokenDto {
  /**
   * Who uses the token: `client` (server-side SDKs), `frontend` (browsers and apps) or `admin`
   * (this API). `backend` means `client`. Letter case is ignored.
   */
  @Transform(({ value }) => inLowerCase(value))
  @OneOf([...TOKEN_TYPES, BACKEND])
  type: TokenType | typeof BACKEND;
  /** Name of the token, 1 to 255 characters. Names need not be unique. */
  @Text({ optional: true, min: 1, max: 255 })
  tokenName?: string;
  /** Deprecated name of `tokenName`. */
  @Text({ optional: true, min: 1, max: 255 })
  username?: string;
  /**
   * Name of the environment; `default` when omitted. Admin tokens are always valid in all
   * environments (`*`).
   */
  @Text({ optional: true })
  environment?: string;
  /** Id of the only project; `*` for all. */
  @Text({ optional: true })
  project?: string;
  /** Ids of the projects, at least one. All projects when omitted or when `*` is among them. */
  @TextList({ optional: true })
  projects?: string[];
  /** When the token expires; never when omitted or null. */
  @Moment({ optional: true, nullable: true })
  expiresAt?: string | null;
  /**
   * IP addresses and ranges such as `10.0.0.0/8`, from which alone the token can be used; at most
   * 100. From everywhere when omitted or empty.
   */
  @TextList({ optional: true, max: MOST_ADDRESSES })
  allowedAddresses?: string[];
}

/** The changes to a token: at least one. */
@OneRequired('expiresAt', 'allowedAddresses')
export class UpdateApiTokenDto {
  /** When the token expires; unchanged when omitted. */
  @Moment({ optional: true })
  expiresAt?: string;
  /** As for a new token: empty for everywhere; unchanged when omitted. */
  @TextList({ optional: true, max: MOST_ADDRESSES })
  allowedAddresses?: string[];
}

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
  @ApiProperty({ enum: TOKEN_TYPES })
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
  /** IP addresses and ranges from which alone the token can be used; absent for everywhere. */
  allowedAddresses?: string[];
}

/** A new API token. */
export class CreatedApiTokenResponse extends OmitType(ApiTokenResponse, ['type']) {
  /** The type as it was requested: `backend` is `client` from then on. */
  @ApiProperty({ enum: [...TOKEN_TYPES, BACKEND] })
  type: string;
}

/** A list of API tokens. */
export class ApiTokensResponse {
  /** The tokens, oldest first. */
  tokens: ApiTokenResponse[];
}

/** What API tokens can be sorted by. */
export const TOKEN_SORT_KEYS = ['name', 'createdAt', 'seenAt', 'expiresAt'] as const;

/** A search for API tokens, and the page of the result. */
export class TokenSearchQuery extends PageQuery {
  /**
   * Part of a name, type, environment or id of a project, ignoring letter case; empty for all
   * tokens.
   */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /**
   * Sort property; `createdAt` by default. Tokens that were never used, or do not expire, come
   * last.
   */
  @OneOf(TOKEN_SORT_KEYS, { optional: true })
  sortBy?: (typeof TOKEN_SORT_KEYS)[number];
}

/** A page of API tokens. */
export class TokenSearchResponse {
  /** The tokens of the page, with masked secrets. */
  tokens: ApiTokenResponse[];
  /** Number of tokens that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** The tokens to validate. */
export class TokenListDto {
  /** Secrets of the tokens, at most 500. */
  @TextList({ max: 500 })
  tokens: string[];
}

/** A valid token. */
export class EdgeTokenResponse {
  /** The secret, exactly as it was sent. */
  token: string;
  /** Type of the token: `client`, `frontend` or `admin`. */
  @ApiProperty({ enum: TOKEN_TYPES })
  type: string;
  /** Name of the environment; `*` for all. */
  environment: string;
  /** Ids of the projects that the token can access; `*` for all. */
  projects: string[];
}

/** The valid tokens among those that were sent. */
export class ValidTokensResponse {
  /** In the order of the request. */
  tokens: EdgeTokenResponse[];
}
