import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  FeatureColumnsDto,
  FeatureViewDto,
  FeatureViewResponse,
  FeatureViewsResponse,
  LanguageDto,
  NotificationSettingDto,
  NotificationSettingResponse,
} from './preference.dto.js';
import { PreferenceService } from './preference.service.js';

const permission = 'NONE';
const params = { id: 'Id of the view, a whole number.' };

/**
 * Manages how the caller looks at the list of features, of what the console notifies the caller,
 * and in which language mails are. API tokens are refused.
 */
@ApiTags('Users')
@Controller('api/admin/user')
export class PreferenceController {
  constructor(private readonly preferences: PreferenceService) {}

  /** Lists the caller's views of the list of features. Nobody else can read them. */
  @Get('feature-views')
  @Endpoint({ id: 'getFeatureViews', permission, response: FeatureViewsResponse })
  views(@CurrentCaller() caller: Caller): Promise<Json<FeatureViewsResponse>> {
    return this.preferences.views(caller);
  }

  /** Saves a view of the list of features for the caller, who can have 50. */
  @Post('feature-views')
  @Endpoint({
    id: 'createFeatureView',
    ofAccount: true,
    permission,
    status: 201,
    response: FeatureViewResponse,
    location: ({ id }: FeatureViewResponse) => `feature-views/${id}`,
    refusals: [409],
  })
  createView(
    @Body() dto: FeatureViewDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureViewResponse> {
    return this.preferences.createView(dto, caller);
  }

  /** Replaces a view of the caller, such as its name. */
  @Put('feature-views/:id')
  @Endpoint({
    id: 'updateFeatureView',
    ofAccount: true,
    permission,
    params,
    response: FeatureViewResponse,
    refusals: [409],
  })
  updateView(
    @Param('id', IdPipe) id: number,
    @Body() dto: FeatureViewDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureViewResponse> {
    return this.preferences.updateView(id, dto, caller);
  }

  /** Deletes a view of the caller. */
  @Delete('feature-views/:id')
  @Endpoint({ id: 'deleteFeatureView', ofAccount: true, permission, params })
  deleteView(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.preferences.deleteView(id, caller);
  }

  /** Chooses the columns of the caller's list of features, which `GET /api/admin/user` returns. */
  @Put('feature-columns')
  @Endpoint({ id: 'chooseFeatureColumns', ofAccount: true, permission })
  chooseColumns(@Body() dto: FeatureColumnsDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.preferences.chooseColumns(dto, caller);
  }

  /**
   * Chooses the language of mails to the caller, which `GET /api/admin/user` returns. Responses are
   * in the language of each request instead.
   */
  @Put('language')
  @Endpoint({ id: 'chooseLanguage', ofAccount: true, permission })
  chooseLanguage(@Body() dto: LanguageDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.preferences.chooseLanguage(dto, caller);
  }

  /** Returns of what the caller is notified, and until when the caller has seen it. */
  @Get('notification-settings')
  @Endpoint({ id: 'getNotificationSettings', permission, response: NotificationSettingResponse })
  notifications(@CurrentCaller() caller: Caller): Promise<Json<NotificationSettingResponse>> {
    return this.preferences.notifications(caller);
  }

  /** Changes of what the caller is notified, or until when the caller has seen it. */
  @Put('notification-settings')
  @Endpoint({ id: 'changeNotificationSettings', ofAccount: true, permission })
  changeNotifications(
    @Body() dto: NotificationSettingDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.preferences.changeNotifications(dto, caller);
  }
}
