import { Transform } from 'class-transformer';
import { Moment, OneOf, Text, TextList } from '../../platform/http/validation/shape.decorators.js';
import { TOKEN_TYPES, type TokenType } from './api-token.entity.js';

const inLowerCase = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** A token to create. Give either `tokenName` or `username`, and either `project` or `projects`. */
export class CreateApiTokenDto {
  /**
   * Who uses the token: `client` (server-side SDKs), `frontend` (browsers and apps) or `admin`
   * (this API). Letter case is ignored.
   */
  @Transform(({ value }) => inLowerCase(value))
  @OneOf(TOKEN_TYPES)
  type: TokenType;
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
}

/** The changes to a token. */
export class UpdateApiTokenDto {
  /** When the token expires. */
  @Moment()
  expiresAt: string;
}
