import { ApiProperty } from '@nestjs/swagger';
import { Within } from '../../../platform/http/validation/shape.decorators.js';

/** The page of denied requests to return. */
export class DeniedRequestsQuery {
  /** Number of rows to skip, newest first. 0 by default. */
  @Within({ min: 0, max: 1_000_000_000, preset: 0 })
  offset: number = 0;
  /** Number of rows to return, 1 to 1000; 100 by default. */
  @Within({ min: 1, max: 1000, preset: 100 })
  limit: number = 100;
}

/** The caller of denied requests. */
export class DeniedCallerResponse {
  /**
   * `user`, `token`, `unknown` for unknown tokens, or `others` for requests beyond the limit of
   * rows.
   */
  @ApiProperty({ enum: ['user', 'api-token', 'personal-token', 'unknown', 'others'] })
  type: string;
  /** Id of the user or the token; null when unknown. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;
  /** E-mail address or user name of the user, or name of the API token; null when unknown. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

/** The number of identical denied requests within one minute. */
export class DeniedRequestResponse {
  /** Id of the row. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Start of the minute. */
  @ApiProperty({ format: 'date-time' })
  minute: string;
  /**
   * `forbidden`: refused with 403. `unknown-token`: refused with 401, with a token that is unknown,
   * expired or revoked.
   */
  @ApiProperty({ enum: ['forbidden', 'unknown-token'] })
  reason: string;
  /** The caller. */
  caller: DeniedCallerResponse;
  /** HTTP method; null for `others`. */
  @ApiProperty({ type: String, nullable: true })
  method: string | null;
  /** Route template, such as `/api/admin/projects/:projectId`, or `unknown`; null for `others`. */
  @ApiProperty({ type: String, nullable: true })
  route: string | null;
  /**
   * Network of the sender: the IPv4 address, or the first 64 bits of an IPv6 address; null for
   * `others`.
   */
  @ApiProperty({ type: String, nullable: true })
  address: string | null;
  /** Number of requests. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  requests: number;
}

/** A page of denied requests, newest first. */
export class DeniedRequestsResponse {
  /** The rows of this page. */
  deniedRequests: DeniedRequestResponse[];
  /** Number of rows on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
