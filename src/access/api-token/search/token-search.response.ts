import { ApiProperty } from '@nestjs/swagger';
import { ApiTokenResponse } from '../token.response.js';

/** A page of API tokens. */
export class TokenSearchResponse {
  /** The tokens of the page, with masked secrets. */
  tokens: ApiTokenResponse[];
  /** Number of tokens that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
