import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { BannerDto, BannerResponse, BannersResponse } from './banner.dto.js';
import { BannerService } from './banner.service.js';

const params = { id: 'Id of the banner.' };

/** Banners: messages that user interfaces show to everybody who is signed in. */
@ApiTags('Banners')
@Controller('api/admin/banners')
export class BannerController {
  constructor(private readonly banners: BannerService) {}

  /** Lists the banners that are shown, newest first; for users who may change banners, all. */
  @Get()
  @Endpoint({ id: 'getBanners', permission: 'NONE', response: BannersResponse })
  list(@CurrentCaller() caller: Caller): Promise<Json<BannersResponse>> {
    return this.banners.list(caller);
  }

  /** Creates a banner. There can be 20. */
  @Post()
  @Endpoint({
    id: 'createBanner',
    permission: 'UPDATE_INSTANCE_BANNERS',
    status: 201,
    response: BannerResponse,
  })
  create(@Body() dto: BannerDto, @CurrentCaller() caller: Caller): Promise<BannerResponse> {
    return this.banners.create(dto, caller);
  }

  /** Replaces a banner. */
  @Put(':id')
  @Endpoint({
    id: 'updateBanner',
    permission: 'UPDATE_INSTANCE_BANNERS',
    response: BannerResponse,
    params,
  })
  replace(
    @Param('id', IdPipe) id: number,
    @Body() dto: BannerDto,
    @CurrentCaller() caller: Caller,
  ): Promise<BannerResponse> {
    return this.banners.replace(id, dto, caller);
  }

  /** Deletes a banner. */
  @Delete(':id')
  @Endpoint({ id: 'deleteBanner', permission: 'UPDATE_INSTANCE_BANNERS', params })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.banners.delete(id, caller);
  }
}
