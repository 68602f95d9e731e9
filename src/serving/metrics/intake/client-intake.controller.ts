import { Body, Controller, Ip, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { BulkMetricsDto, ClientApplicationDto, ClientMetricsDto } from '../report/intake.dto.js';
import { UsageIntakeService } from './usage-intake.service.js';

const permission = 'CLIENT';

/** Receives reports of server-side SDKs, edges and proxies. */
@Controller('api/client')
export class ClientIntakeController {
  constructor(private readonly intake: UsageIntakeService) {}

  /** Registers an application. It appears within seconds. */
  @Post('register')
  @ApiBody({ type: ClientApplicationDto })
  @Endpoint({ id: 'registerClientApplication', tag: 'Client', permission, status: 202 })
  register(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Ip() ip: string,
  ): Promise<void> {
    return this.intake.register(body, caller, ip);
  }

  /** Reports how often an application evaluated features. Counted within seconds. */
  @Post('metrics')
  @ApiBody({ type: ClientMetricsDto })
  @Endpoint({ id: 'registerClientMetrics', tag: 'Client', permission, status: 202 })
  report(@Body() body: unknown, @CurrentCaller() caller: Caller, @Ip() ip: string): Promise<void> {
    return this.intake.report(body, caller, ip);
  }

  /** Reports registrations and usage of applications behind an edge or proxy. */
  @Post('metrics/bulk')
  @ApiBody({ type: BulkMetricsDto })
  @Endpoint({ id: 'clientBulkMetrics', tag: 'Edge', permission, status: 202 })
  reportBulk(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Ip() ip: string,
  ): Promise<void> {
    return this.intake.reportBulk(body, caller, ip);
  }
}
