import { ApiProperty } from '@nestjs/swagger';

/** A token that is good. */
export class EdgeTokenResponse {
  /** Its secret, as it was sent. */
  token: string;
  /** What it is for. */
  @ApiProperty({ enum: ['admin', 'client', 'frontend'] })
  type: string;
  /** Ids of the projects that it is good for; `*` stands for all of them. */
  projects: string[];
}

/** Those tokens, of the ones that were sent, that are good. */
export class ValidTokensResponse {
  /** In the order in which they were sent. */
  tokens: EdgeTokenResponse[];
}
