import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { FeatureParams } from '../feature.dto.js';
import {
  PayloadCheckDto,
  PayloadCheckResponse,
  PayloadSchemaDto,
  PayloadSchemaResponse,
} from './payload-schema.dto.js';
import { PayloadSchemaService } from './payload-schema.service.js';

const permission = 'UPDATE_FEATURE_VARIANTS';
const response = PayloadSchemaResponse;

/** Manages what the payloads of the variants of features have to be. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/features/:featureName/payload-schema')
export class PayloadSchemaController {
  constructor(private readonly schemas: PayloadSchemaService) {}

  /** Reads the JSON Schema of the payloads of a feature, and which payloads violate it. */
  @Get()
  @Endpoint({ id: 'getPayloadSchema', permission: 'NONE', cost: 'search', response })
  get(@Param() at: FeatureParams, @CurrentReader() reader: Reader): Promise<PayloadSchemaResponse> {
    return this.schemas.get(at, reader);
  }

  /**
   * Sets the JSON Schema of the payloads of a feature, in all environments and strategies. Payloads
   * that violate it are refused from then on, whichever way they come, unless `enforcement` is
   * `warn`. It is refused itself while the feature has such payloads, which the refusal lists.
   */
  @Put()
  @Endpoint({ id: 'setPayloadSchema', permission, response })
  async set(
    @Param() at: FeatureParams,
    @Body() dto: PayloadSchemaDto,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<PayloadSchemaResponse> {
    await this.schemas.put(at, dto, caller);
    return this.schemas.get(at, reader);
  }

  /**
   * Checks a schema, or payloads against one. By default the schema and the payloads are those of
   * the feature. Changes nothing.
   */
  @Post('check')
  @Endpoint({
    id: 'checkPayloads',
    reads: true,
    cost: 'search',
    permission: 'NONE',
    response: PayloadCheckResponse,
  })
  check(
    @Param() at: FeatureParams,
    @Body() dto: PayloadCheckDto,
    @CurrentReader() reader: Reader,
  ): Promise<PayloadCheckResponse> {
    return this.schemas.check(at, dto, reader);
  }

  /** Removes the schema, so that payloads can be anything. */
  @Delete()
  @Endpoint({ id: 'removePayloadSchema', permission, status: 204 })
  remove(@Param() at: FeatureParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.schemas.remove(at, caller);
  }
}
