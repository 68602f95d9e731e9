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
} from './feature-view.dto.js';
import { FeatureViewService } from './feature-view.service.js';

const permission = 'NONE';
const params = { id: 'Id of the view, a whole number.' };

/** Manages how the caller looks at the list of features. API tokens are refused. */
@ApiTags('Users')
@Controller('api/admin/user')
export class FeatureViewController {
  constructor(private readonly views: FeatureViewService) {}

  /** Lists the caller's views of the list of features. Nobody else can read them. */
  @Get('feature-views')
  @Endpoint({ id: 'getFeatureViews', permission, response: FeatureViewsResponse })
  list(@CurrentCaller() caller: Caller): Promise<Json<FeatureViewsResponse>> {
    return this.views.list(caller);
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
  create(
    @Body() dto: FeatureViewDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureViewResponse> {
    return this.views.create(dto, caller);
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
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: FeatureViewDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureViewResponse> {
    return this.views.update(id, dto, caller);
  }

  /** Deletes a view of the caller. */
  @Delete('feature-views/:id')
  @Endpoint({ id: 'deleteFeatureView', ofAccount: true, permission, params })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.views.delete(id, caller);
  }

  /** Chooses the columns of the caller's list of features, which `GET /api/admin/user` returns. */
  @Put('feature-columns')
  @Endpoint({ id: 'chooseFeatureColumns', ofAccount: true, permission })
  chooseColumns(@Body() dto: FeatureColumnsDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.views.chooseColumns(dto, caller);
  }
}
