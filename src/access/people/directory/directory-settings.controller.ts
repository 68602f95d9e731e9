import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import {
  DirectorySettingsDto,
  DirectorySettingsResponse,
  DirectoryTokenResponse,
} from './directory-settings.dto.js';
import { DirectorySettingsService } from './directory-settings.service.js';

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;

/** Settings of the directory of people. */
@ApiTags('Directory')
@Controller('api/admin/scim-settings')
export class DirectorySettingsController {
  constructor(private readonly settings: DirectorySettingsService) {}

  /** Reads whether and how a directory manages users and groups. */
  @Get()
  @Endpoint({ id: 'getScimSettings', permission, response: DirectorySettingsResponse })
  get(): Promise<DirectorySettingsResponse> {
    return this.settings.get();
  }

  /**
   * Changes whether and how a directory manages users and groups. While it does, their names and
   * members cannot be changed by hand.
   */
  @Post()
  @Endpoint({
    id: 'setScimSettings',
    confirm: 'sensitive',
    permission,
    response: DirectorySettingsResponse,
  })
  set(
    @Body() dto: DirectorySettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<DirectorySettingsResponse> {
    return this.settings.set(dto, caller);
  }

  /** Generates the token of the directory. The one before works no more. */
  @Post('generate-new-token')
  @Endpoint({
    id: 'generateScimToken',
    secrets: ['token'],
    confirm: 'sensitive',
    permission,
    response: DirectoryTokenResponse,
  })
  newToken(@CurrentCaller() caller: Caller): Promise<DirectoryTokenResponse> {
    return this.settings.newToken(caller);
  }
}
