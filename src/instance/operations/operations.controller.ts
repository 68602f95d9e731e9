import { Controller, Get, Inject, Query, Redirect } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { HealthResponse, ReadyQuery, ReadyResponse } from './health.response.js';
import { Meters } from '../../platform/meters/meters.js';
import { Readiness, ShutdownState } from './readiness.js';

const permission = 'PUBLIC';

/** Endpoints for operators. */
@ApiTags('Operational')
@Controller()
export class OperationsController {
  constructor(
    private readonly readiness: Readiness,
    private readonly shutdown: ShutdownState,
    private readonly meters: Meters,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Liveness: the process is alive and is not being stopped. Does not check the database, because
   * restarting the service would not help.
   */
  @Get('health')
  @Endpoint({
    id: 'getHealth',
    cost: 'none',
    permission,
    response: HealthResponse,
    refusals: [503],
  })
  health(): HealthResponse {
    return this.shutdown.health();
  }

  /**
   * Readiness: the database can be reached. The error states when the embedded database is being
   * restarted. With `drill`, for monitors and not for load balancers, the response says what the
   * last drill of the kill switch found, with status 503 when something was broken.
   */
  @Get('ready')
  @Endpoint({ id: 'getReady', cost: 'none', permission, response: ReadyResponse, refusals: [503] })
  ready(@Query() { drill }: ReadyQuery): Promise<ReadyResponse> {
    return drill === undefined ? this.readiness.check() : this.readiness.checkDrill();
  }

  /** Returns metrics in the Prometheus text format. */
  @Get('internal-backstage/prometheus')
  @Endpoint({
    id: 'getPrometheusMetrics',
    permission,
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    refusals: [404],
  })
  prometheus(): Promise<string> {
    return this.meters.text();
  }

  /**
   * Redirects to the documentation, or to the health check if documentation is disabled or on
   * another port.
   */
  @Get()
  @Redirect()
  @ApiExcludeEndpoint()
  @Endpoint({ id: 'getRoot', permission, status: 302 })
  root(): { url: string } {
    const { docs, port } = this.config.operations;
    return { url: `${this.config.basePath}/${docs && port === undefined ? 'docs' : 'health'}` };
  }
}
