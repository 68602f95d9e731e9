import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ClientApplicationDto, ClientMetricsDto } from '../report/intake.dto.js';
import { UsageIntakeService } from './usage-intake.service.js';

const permission = 'FRONTEND';
const contentType = 'text/plain; charset=utf-8';

/** Receives reports of browsers and apps. */
@ApiTags('Frontend API')
@Controller('api/frontend/client')
export class FrontendIntakeController {
  constructor(private readonly intake: UsageIntakeService) {}

  /** Reports how often an application evaluated features. Counted within seconds. */
  @Post('metrics')
  @ApiBody({ type: ClientMetricsDto })
  @Endpoint({ id: 'registerFrontendMetrics', permission, contentType })
  async report(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<string> {
    await this.intake.reportFrontend(body, caller);
    return 'OK';
  }

  /** Registers an application. It appears when it reports usage. */
  @Post('register')
  @ApiBody({ type: ClientApplicationDto })
  @Endpoint({ id: 'registerFrontendClient', permission, contentType })
  register(@Body() body: unknown): string {
    this.intake.checkFrontend(body);
    return 'OK';
  }
}
