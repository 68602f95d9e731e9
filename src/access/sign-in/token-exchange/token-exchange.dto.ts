import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';

/** Characters of a token; those of CI systems have about 2,000. */
const MAX_TOKEN_LENGTH = 16_384;

/** A request to exchange a token (RFC 8693). */
export class TokenExchangeDto {
  /** The kind of request. */
  @OneOf(['urn:ietf:params:oauth:grant-type:token-exchange'])
  grant_type: string;
  /** The token of the issuer, a signed JWT of at most 16384 characters. */
  @Text({ min: 1, max: MAX_TOKEN_LENGTH })
  subject_token: string;
  /** The kind of the token; ID tokens are JWTs, too. */
  @OneOf(['urn:ietf:params:oauth:token-type:jwt', 'urn:ietf:params:oauth:token-type:id_token'])
  subject_token_type: string;
  /** Name of the federated credential, if several fit. */
  @Text({ optional: true, max: 100 })
  credential?: string;
}

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
