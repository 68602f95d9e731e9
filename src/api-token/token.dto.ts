import { Transform } from 'class-transformer';
import { Moment, OneOf, Text, TextList } from '../http/validation/shape.decorators.js';
import { TOKEN_TYPES, type TokenType } from './api-token.entity.js';

const inLowerCase = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/**
 * A token to be created. It has one name, either as `tokenName` or as `username`, and is for one
 * `project` or for some `projects`, not both.
 */
export class CreateApiTokenDto {
  /**
   * Who may call with it: `client` (SDKs), `frontend` (browsers and apps) or `admin` (this API), in
   * any letter case.
   */
  @Transform(({ value }) => inLowerCase(value))
  @OneOf(TOKEN_TYPES)
  type: TokenType;
  /** What the token is called, 1 to 255 characters. Several tokens may have the same name. */
  @Text({ optional: true, min: 1, max: 255 })
  tokenName?: string;
  /** Former name of `tokenName`. */
  @Text({ optional: true, min: 1, max: 255 })
  username?: string;
  /**
   * The environment it is good for; `default` when left out. Admin tokens are good for all, `*`.
   */
  @Text({ optional: true })
  environment?: string;
  /** The one project it is good for; `*` for all. */
  @Text({ optional: true })
  project?: string;
  /** The projects it is good for, at least one; with `*` among them for all, as when left out. */
  @TextList({ optional: true })
  projects?: string[];
  /** When it stops working; never when left out. */
  @Moment({ optional: true, nullable: true })
  expiresAt?: string | null;
}

/** What can be changed about a token. */
export class UpdateApiTokenDto {
  /** When it stops working. */
  @Moment()
  expiresAt: string;
}
