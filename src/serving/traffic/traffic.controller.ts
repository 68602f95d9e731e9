import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CSV, IsCsv } from '../../platform/http/csv.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { ConnectionsResponse, TrafficQuery, TrafficResponse } from './traffic.dto.js';
import { TrafficReadModel } from './traffic.read-model.js';

/** Tells how much the instance is used. */
@ApiTags('Instance Admin')
@Controller('api/admin/metrics')
export class TrafficController {
  constructor(private readonly traffic: TrafficReadModel) {}

  /**
   * Counts requests to the APIs by day or month, and by outcome. Requests appear within some
   * seconds. Streams, the console and health checks do not count. As CSV when the request prefers
   * `text/csv` to JSON.
   */
  @Get('traffic')
  @Endpoint({
    id: 'getTrafficDataUsageForPeriod',
    permission: 'ADMIN',
    response: TrafficResponse,
    alternative: CSV,
  })
  requests(
    @Query() query: TrafficQuery,
    @IsCsv() isCsv: boolean,
  ): Promise<Json<TrafficResponse> | string> {
    return isCsv ? this.traffic.requestsCsv(query) : this.traffic.requests(query);
  }

  /**
   * Counts different connections by day or month: SDKs by their connection id, or by their
   * application and instance; browsers without either by their token and address. As CSV when the
   * request prefers `text/csv` to JSON.
   */
  @Get('connection')
  @Endpoint({
    id: 'getConnectionsForPeriod',
    permission: 'ADMIN',
    response: ConnectionsResponse,
    alternative: CSV,
  })
  connections(
    @Query() query: TrafficQuery,
    @IsCsv() isCsv: boolean,
  ): Promise<Json<ConnectionsResponse> | string> {
    return isCsv ? this.traffic.connectionsCsv(query) : this.traffic.connections(query);
  }
}
