import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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
   * seconds. Streams, the console and health checks do not count.
   */
  @Get('traffic')
  @Endpoint({
    id: 'getTrafficDataUsageForPeriod',
    permission: 'ADMIN',
    response: TrafficResponse,
  })
  requests(@Query() query: TrafficQuery): Promise<Json<TrafficResponse>> {
    return this.traffic.requests(query);
  }

  /**
   * Counts different connections by day or month: SDKs by their connection id, or by their
   * application and instance; browsers without either by their token and address.
   */
  @Get('connection')
  @Endpoint({
    id: 'getConnectionsForPeriod',
    permission: 'ADMIN',
    response: ConnectionsResponse,
  })
  connections(@Query() query: TrafficQuery): Promise<Json<ConnectionsResponse>> {
    return this.traffic.connections(query);
  }
}
