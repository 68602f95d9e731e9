import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { Waiting } from '../../platform/http/waiting.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { AddonDto, DeliveriesQuery } from './addon.dto.js';
import { AddonReadModel } from './addon.read-model.js';
import { AddonTestService } from './addon-test.service.js';
import {
  AddonResponse,
  AddonsResponse,
  DeliveriesResponse,
  TestDeliveryResponse,
} from './provider/addon.response.js';
import { AddonService } from './addon.service.js';

const params = { id: 'Id of the addon.' };

/** Manages addons, which send events to other systems. */
@ApiTags('Addons')
@Controller('api/admin/addons')
export class AddonController {
  constructor(
    private readonly addons: AddonService,
    private readonly reads: AddonReadModel,
    private readonly tests: AddonTestService,
  ) {}

  /** Lists the addons without their secrets, and the available providers. */
  @Get()
  @Endpoint({ id: 'getAddons', permission: 'NONE', response: AddonsResponse, compressed: true })
  list(@CurrentCaller() caller: Caller): Promise<Json<AddonsResponse>> {
    return this.reads.list(caller);
  }

  /**
   * Creates an addon, which receives events from now on. Only this response contains its secrets.
   */
  @Post()
  @Endpoint({ id: 'createAddon', permission: 'CREATE_ADDON', status: 201, response: AddonResponse })
  create(@Body() dto: AddonDto, @CurrentCaller() caller: Caller): Promise<AddonResponse> {
    return this.addons.create(dto, caller);
  }

  /** Reads an addon, without its secrets. */
  @Get(':id')
  @Endpoint({ id: 'getAddon', permission: 'NONE', params, response: AddonResponse })
  get(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<AddonResponse>> {
    return this.reads.get(id, caller);
  }

  /** Replaces an addon. A secret sent as `*****` stays unchanged. */
  @Put(':id')
  @Endpoint({ id: 'updateAddon', permission: 'UPDATE_ADDON', params, response: AddonResponse })
  async update(
    @Param('id', IdPipe) id: number,
    @Body() dto: AddonDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<AddonResponse>> {
    await this.addons.update(id, dto, caller);
    return this.reads.get(id, caller);
  }

  /** Deletes an addon with its delivery log. Undelivered events are dropped. */
  @Delete(':id')
  @Endpoint({ id: 'deleteAddon', permission: 'DELETE_ADDON', params })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.addons.delete(id, caller);
  }

  /** Sends a sample event as a test message, once, and returns the result. */
  @Post(':id/test')
  @Endpoint({
    id: 'testAddon',
    cost: 'heavy',
    permission: 'UPDATE_ADDON',
    params,
    response: TestDeliveryResponse,
  })
  test(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Waiting<TestDeliveryResponse>> {
    return this.tests.send(id, caller, reader);
  }

  /** Lists the deliveries of an addon, newest first. */
  @Get(':id/events')
  @Endpoint({
    id: 'getIntegrationEvents',
    permission: 'ADMIN',
    params,
    response: DeliveriesResponse,
  })
  deliveries(
    @Param('id', IdPipe) id: number,
    @Query() query: DeliveriesQuery,
  ): Promise<Json<DeliveriesResponse>> {
    return this.reads.deliveries(id, query);
  }
}
