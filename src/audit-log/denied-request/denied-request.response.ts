import { ApiProperty } from '@nestjs/swagger';

/** Who was denied something. */
export class DeniedCallerResponse {
  /** `unknown` for a token that nobody knows; `others` for what was too much to be told apart. */
  @ApiProperty({ enum: ['user', 'api-token', 'personal-token', 'unknown', 'others'] })
  type: string;
  /** Id of the user or the token; null when unknown. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;
  /** The user's e-mail address or user name, or the name of the API token; null when unknown. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

/** Denied requests of a minute that have everything in common. */
export class DeniedRequestResponse {
  /** Id of the row. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Begin of the minute in which they came. */
  @ApiProperty({ format: 'date-time' })
  minute: string;
  /**
   * `forbidden`: refused with 403. `unknown-token`: refused with 401, with a token that is unknown,
   * expired or revoked.
   */
  @ApiProperty({ enum: ['forbidden', 'unknown-token'] })
  reason: string;
  /** Who sent them. */
  caller: DeniedCallerResponse;
  /** Their method; null for others. */
  @ApiProperty({ type: String, nullable: true })
  method: string | null;
  /**
   * Template of their route, like `/api/admin/projects/:projectId`, or `unknown`; null for others.
   */
  @ApiProperty({ type: String, nullable: true })
  route: string | null;
  /**
   * The network that they came from: the address for IPv4, the first 64 bits for IPv6; null for
   * others.
   */
  @ApiProperty({ type: String, nullable: true })
  address: string | null;
  /** How many there were. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  requests: number;
}

/** Denied requests, newest first. */
export class DeniedRequestsResponse {
  /** The rows of the page that was asked for. */
  deniedRequests: DeniedRequestResponse[];
  /** How many rows there are on all pages together. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
