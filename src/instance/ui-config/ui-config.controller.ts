import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { CorsDto, UiConfigDto, UiConfigResponse } from './ui-config.dto.js';
import { UiConfigService } from './ui-config.service.js';

/** The configuration for user interfaces. */
@ApiTags('Admin UI')
@Controller('api/admin/ui-config')
export class UiConfigController {
  constructor(private readonly configuration: UiConfigService) {}

  /** Reads version, limits, sign-in methods and enabled features of the service. */
  @Get()
  @Endpoint({ id: 'getUiConfig', permission: 'NONE', response: UiConfigResponse })
  get(): Promise<UiConfigResponse> {
    return this.configuration.read();
  }

  /**
   * Sets the origins whose pages may call the frontend API. Responds with 404 without
   * `frontendSettings`.
   */
  @Post()
  @Endpoint({ id: 'setUiConfig', permission: 'ADMIN', status: 204, refusals: [404] })
  set(@Body() dto: UiConfigDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.configuration.set(dto, caller);
  }

  /** Sets the origins whose pages may call the frontend API. */
  @Post('cors')
  @Endpoint({ id: 'setCors', permission: 'UPDATE_CORS', status: 204 })
  setCors(@Body() dto: CorsDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.configuration.setOrigins(dto.frontendApiOrigins ?? [], caller);
  }
}
