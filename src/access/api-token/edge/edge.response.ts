import { ApiProperty } from '@nestjs/swagger';

/** A valid token. */
export class EdgeTokenResponse {
  /** The secret, exactly as it was sent. */
  token: string;
  /** Type of the token: `client`, `frontend` or `admin`. */
  @ApiProperty({ enum: ['admin', 'client', 'frontend'] })
  type: string;
  /** Ids of the projects that the token can access; `*` for all. */
  projects: string[];
}

/** The valid tokens among those that were sent. */
export class ValidTokensResponse {
  /** In the order of the request. */
  tokens: EdgeTokenResponse[];
}
