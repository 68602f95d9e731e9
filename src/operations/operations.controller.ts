import { Controller, Get, Inject, Redirect } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Endpoint } from '../http/endpoint.js';
import { HealthResponse, ReadyResponse } from './health.response.js';
import { Meters } from './meters.js';
import { Readiness } from './readiness.js';

const tag = 'Operational';
const permission = 'PUBLIC';

/** What those ask who run the service. */
@Controller()
export class OperationsController {
  constructor(
    private readonly readiness: Readiness,
    private readonly meters: Meters,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Tells that the process lives. It does not ask the database: a restart of the service would not
   * bring that back.
   */
  @Get('health')
  @Endpoint({ id: 'getHealth', cost: 'none', tag, permission, response: HealthResponse })
  health(): HealthResponse {
    return { health: 'GOOD' };
  }

  /**
   * Tells whether requests can be answered: whether the database is there. An error says when the
   * service's own database server is being restarted.
   */
  @Get('ready')
  @Endpoint({
    id: 'getReady',
    cost: 'none',
    tag,
    permission,
    response: ReadyResponse,
    refusals: [503],
  })
  ready(): Promise<ReadyResponse> {
    return this.readiness.check();
  }

  /** Reads the figures of this process in the text format of Prometheus. */
  @Get('internal-backstage/prometheus')
  @Endpoint({
    id: 'getPrometheusMetrics',
    tag,
    permission,
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    refusals: [404],
  })
  prometheus(): Promise<string> {
    return this.meters.registry.metrics();
  }

  /**
   * Leads to the documentation; to the health where documentation is switched off or on another
   * port.
   */
  @Get()
  @Redirect()
  @ApiExcludeEndpoint()
  @Endpoint({ id: 'getRoot', tag, permission, status: 302 })
  root(): { url: string } {
    const { docs, port } = this.config.operations;
    return { url: `${this.config.basePath}/${docs && port === undefined ? 'docs' : 'health'}` };
  }
}
