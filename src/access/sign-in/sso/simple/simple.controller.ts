import { Body, Controller, Get, Post } from '@nestjs/common';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import { CurrentCaller } from '../../../../core/auth/current-caller.js';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import { SimpleSettingsDto, SimpleSettingsResponse } from './simple-settings.dto.js';
import { SimpleSettingsService } from './simple-settings.service.js';

const tag = 'Auth';
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;
const response = SimpleSettingsResponse;

/** Settings of password login. */
@Controller('api/admin/auth/simple/settings')
export class SimpleController {
  constructor(private readonly settings: SimpleSettingsService) {}

  /** Reads whether password login is enabled. */
  @Get()
  @Endpoint({ id: 'getSimpleSettings', tag, permission, response })
  get(): Promise<SimpleSettingsResponse> {
    return this.settings.get();
  }

  /**
   * Enables or disables password login. It can only be disabled while an administrator can sign in
   * another way.
   */
  @Post()
  @Endpoint({
    id: 'setSimpleSettings',
    confirm: 'sensitive',
    tag,
    permission,
    response,
    refusals: [400, 413, 415],
  })
  set(
    @Body() dto: SimpleSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SimpleSettingsResponse> {
    return this.settings.set(dto, caller);
  }
}
