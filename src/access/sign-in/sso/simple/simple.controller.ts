import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import { CurrentCaller } from '../../../../core/auth/current-caller.js';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import { SimpleSettingsDto, SimpleSettingsResponse } from '../settings/sso-settings.dto.js';
import { SimpleSettingsService } from './simple-settings.service.js';

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;
const response = SimpleSettingsResponse;

/** Settings of password login. */
@ApiTags('Auth')
@Controller('api/admin/auth/simple/settings')
export class SimpleController {
  constructor(private readonly settings: SimpleSettingsService) {}

  /** Reads whether password login is enabled. */
  @Get()
  @Endpoint({ id: 'getSimpleSettings', permission, response })
  get(): Promise<SimpleSettingsResponse> {
    return this.settings.get();
  }

  /**
   * Enables or disables password login. It can only be disabled while an administrator can sign in
   * another way.
   */
  @Post()
  @Endpoint({ id: 'setSimpleSettings', confirm: 'sensitive', permission, response })
  set(
    @Body() dto: SimpleSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SimpleSettingsResponse> {
    return this.settings.set(dto, caller);
  }
}
