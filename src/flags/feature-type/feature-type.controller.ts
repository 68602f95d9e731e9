import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import {
  FeatureTypeLifetimeDto,
  FeatureTypeResponse,
  FeatureTypesResponse,
} from './feature-type.dto.js';
import { FeatureTypeReadModel } from './feature-type.read-model.js';
import { FeatureTypeService } from './feature-type.service.js';

const params = { id: 'Id of the feature type, like `kill-switch`.' };

/** Manages feature types. */
@ApiTags('Feature Types')
@Controller('api/admin/feature-types')
export class FeatureTypeController {
  constructor(
    private readonly types: FeatureTypeService,
    private readonly reads: FeatureTypeReadModel,
  ) {}

  /** Lists the feature types in a fixed order. */
  @Get()
  @Endpoint({ id: 'getAllFeatureTypes', permission: 'NONE', response: FeatureTypesResponse })
  list(): Promise<Json<FeatureTypesResponse>> {
    return this.reads.list();
  }

  /** Sets the expected lifetime of features of a type. */
  @Put(':id/lifetime')
  @Endpoint({
    id: 'updateFeatureTypeLifetime',
    permission: 'ADMIN',
    params,
    response: FeatureTypeResponse,
  })
  setLifetime(
    @Param('id') id: string,
    @Body() dto: FeatureTypeLifetimeDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FeatureTypeResponse> {
    return this.types.setLifetime(id, dto.lifetimeDays, caller);
  }
}
