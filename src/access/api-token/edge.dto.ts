import { ApiProperty } from '@nestjs/swagger';
import { TextList } from '../../platform/http/validation/shape.decorators.js';
import { TOKEN_TYPES } from '../../platform/config/config.js';

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
