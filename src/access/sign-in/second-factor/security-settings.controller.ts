import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { SecuritySettingsDto, SecuritySettingsResponse } from './second-factor.dto.js';
import { SecuritySettingsService } from './security-settings.service.js';

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;
const response = SecuritySettingsResponse;

/** Settings of sessions and second factors. */
@ApiTags('Auth')
@Controller('api/admin/auth/security/settings')
export class SecuritySettingsController {
  constructor(private readonly settings: SecuritySettingsService) {}

  /**
   * Reads the settings of sessions and second factors: who needs one, how long confirmations are
   * valid, and when idle sessions end.
   */
  @Get()
  @Endpoint({ id: 'getSecuritySettings', permission, response })
  get(): Promise<SecuritySettingsResponse> {
    return this.settings.get();
  }

  /** Changes the settings of sessions and second factors. Omitted properties get their default. */
  @Post()
  @Endpoint({ id: 'setSecuritySettings', permission, response, confirm: 'sensitive' })
  set(
    @Body() dto: SecuritySettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SecuritySettingsResponse> {
    return this.settings.set(dto, caller);
  }
}
