import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../../platform/http/validation/shape.decorators.js';

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, wanted: 'a day like 2026-01-31' } as const;
const GROUPINGS = ['daily', 'monthly'] as const;

/** The days to return. */
export class TrafficQuery {
  /** Whether to sum up by day or by month. */
  @OneOf(GROUPINGS)
  grouping: (typeof GROUPINGS)[number];
  /** The first day in UTC, such as `2026-01-01`. */
  @Text(DAY)
  from: string;
  /** The last day in UTC. At most 366 days by day, and 1830 by month. */
  @Text(DAY)
  to: string;
}

/** The days of a response. */
export class DateRangeResponse {
  /** The first day. */
  @ApiProperty({ format: 'date' })
  from: string;
  /** The last day. */
  @ApiProperty({ format: 'date' })
  to: string;
}

/** The requests with one kind of outcome. */
export class TrafficTypeResponse {
  /**
   * `successful-requests` (status below 400, so also 304), `refused-requests` (4xx, and callers who
   * disconnected before the response) or `failed-requests` (5xx).
   */
  @ApiProperty({ enum: ['successful-requests', 'refused-requests', 'failed-requests'] })
  group: string;
  /** Number of requests. */
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0 })
  count: number;
}

/** The requests of a day or a month. */
export class TrafficPointResponse {
  /** The day (`2026-01-31`) or the month (`2026-01`) in UTC. */
  @ApiProperty({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' })
  period: string;
  /** The requests by outcome. */
  trafficTypes: TrafficTypeResponse[];
}

/** The requests of an API. */
export class ApiTrafficResponse {
  /** The beginning of its paths, such as `/api/client`. */
  apiPath: string;
  /** The days or months with requests, oldest first. */
  dataPoints: TrafficPointResponse[];
}

/** How many requests there were. */
export class TrafficResponse {
  /** Whether they are summed up by day or by month. */
  @ApiProperty({ enum: GROUPINGS })
  grouping: string;
  /** The days that were asked for. */
  dateRange: DateRangeResponse;
  /** The requests of each API. */
  apiData: ApiTrafficResponse[];
}

/** The different connections of a day or a month. */
export class ConnectionsPointResponse {
  /** The day (`2026-01-31`) or the month (`2026-01`) in UTC. */
  @ApiProperty({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' })
  period: string;
  /** Number of different connections, with a standard error of 1.6 %. */
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0 })
  connections: number;
}

/** The different connections of one kind. */
export class KindOfConnectionsResponse {
  /** `backend` for SDKs on servers, `frontend` for those in browsers and apps. */
  @ApiProperty({ enum: ['backend', 'frontend'] })
  meteredGroup: string;
  /** The days or months with connections, oldest first. */
  dataPoints: ConnectionsPointResponse[];
}

/** How many different connections there were. */
export class ConnectionsResponse {
  /** Whether they are counted by day or by month. */
  @ApiProperty({ enum: GROUPINGS })
  grouping: string;
  /** The days that were asked for. By month, months count that the days only touch. */
  dateRange: DateRangeResponse;
  /** The connections of each kind. */
  apiData: KindOfConnectionsResponse[];
}
