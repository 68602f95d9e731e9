import { ApiProperty } from '@nestjs/swagger';

/** The token that another one was exchanged for (RFC 8693). */
export class TokenExchangeResponse {
  /** The token, to send in `Authorization`. */
  access_token: string;
  /** Its kind. */
  @ApiProperty({ enum: ['urn:ietf:params:oauth:token-type:access_token'] })
  issued_token_type: string;
  /** How it is sent. */
  @ApiProperty({ enum: ['Bearer'] })
  token_type: string;
  /** How many seconds it is valid. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
}
