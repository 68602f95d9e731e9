import { Body, Controller, Get, Post } from '@nestjs/common';
import { Endpoint } from '../../../http/endpoint.js';
import { CurrentCaller } from '../../../auth/access.guard.js';
import type { Caller } from '../../../auth/caller/caller.js';
import { SimpleSettingsDto } from './simple-settings.dto.js';
import { SimpleSettingsResponse } from './simple-settings.response.js';
import { SimpleSettingsService } from './simple-settings.service.js';

const tag = 'Auth';
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;
const response = SimpleSettingsResponse;

/** Whether passwords are good to sign in with. */
@Controller('api/admin/auth/simple/settings')
export class SimpleController {
  constructor(private readonly settings: SimpleSettingsService) {}

  /** Shows whether passwords are good to sign in with. */
  @Get()
  @Endpoint({ id: 'getSimpleSettings', tag, permission, response })
  get(): Promise<SimpleSettingsResponse> {
    return this.settings.get();
  }

  /**
   * Switches login by password off, or on again. It can be off only while there is another way in,
   * for an administrator too.
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
