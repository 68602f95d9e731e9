import { Body, Controller, Get, Post } from '@nestjs/common';
import { Endpoint } from '../../../http/endpoint.js';
import { CurrentCaller } from '../../../auth/access.guard.js';
import type { Caller } from '../../../auth/caller/caller.js';
import { SecuritySettingsDto } from './security-settings.dto.js';
import { SecuritySettingsResponse } from './security-settings.response.js';
import { SecuritySettingsService } from './security-settings.service.js';

const tag = 'Auth';
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;
const response = SecuritySettingsResponse;

/** How sessions and second factors are looked after. */
@Controller('api/admin/auth/security/settings')
export class SecuritySettingsController {
  constructor(private readonly settings: SecuritySettingsService) {}

  /**
   * Shows who must have a second factor, how long a confirmation is good, and when unused sessions
   * end.
   */
  @Get()
  @Endpoint({ id: 'getSecuritySettings', tag, permission, response })
  get(): Promise<SecuritySettingsResponse> {
    return this.settings.get();
  }

  /**
   * Sets who must have a second factor, how long a confirmation is good, and when unused sessions
   * end. What is left out goes back to its preset.
   */
  @Post()
  @Endpoint({
    id: 'setSecuritySettings',
    tag,
    permission,
    response,
    confirm: 'sensitive',
    refusals: [400, 413, 415],
  })
  set(
    @Body() dto: SecuritySettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SecuritySettingsResponse> {
    return this.settings.set(dto, caller);
  }
}
