import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { NotificationSettingDto, NotificationSettingResponse } from './notification-setting.dto.js';
import { NotificationSettingService } from './notification-setting.service.js';

const permission = 'NONE';

/** Manages of what the console notifies the caller. */
@ApiTags('Users')
@Controller('api/admin/user/notification-settings')
export class NotificationSettingController {
  constructor(private readonly settings: NotificationSettingService) {}

  /** Returns of what the caller is notified, and until when the caller has seen it. */
  @Get()
  @Endpoint({
    id: 'getNotificationSettings',
    permission,
    response: NotificationSettingResponse,
  })
  get(@CurrentCaller() caller: Caller): Promise<Json<NotificationSettingResponse>> {
    return this.settings.get(caller);
  }

  /** Changes of what the caller is notified, or until when the caller has seen it. */
  @Put()
  @Endpoint({ id: 'changeNotificationSettings', ofAccount: true, permission })
  change(@Body() dto: NotificationSettingDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.settings.change(dto, caller);
  }
}
