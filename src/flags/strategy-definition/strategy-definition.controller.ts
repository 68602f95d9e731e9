import { Body, Controller, Delete, Get, Param, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import {
  CreateStrategyDefinitionDto,
  StrategyDefinitionResponse,
  StrategyDefinitionsResponse,
  UpdateStrategyDefinitionDto,
} from './strategy-definition.dto.js';
import { StrategyDefinitionReadModel } from './strategy-definition.read-model.js';
import { StrategyDefinitionService } from './strategy-definition.service.js';

const params = { name: 'Name of the strategy definition.' };
const strategyNameParams = { strategyName: 'Name of the strategy definition.' };

/** Strategy definitions. */
@ApiTags('Strategies')
@Controller('api/admin/strategies')
export class StrategyDefinitionController {
  constructor(
    private readonly definitions: StrategyDefinitionService,
    private readonly reads: StrategyDefinitionReadModel,
  ) {}

  /** Lists the strategy definitions, built-in ones first. */
  @Get()
  @Endpoint({ id: 'getAllStrategies', permission: 'NONE', response: StrategyDefinitionsResponse })
  list(): Promise<Json<StrategyDefinitionsResponse>> {
    return this.reads.list();
  }

  /** Creates a strategy definition. Prefer constraints and segments, which all SDKs support. */
  @Post()
  @Endpoint({
    id: 'createStrategy',
    permission: 'CREATE_STRATEGY',
    status: 201,
    response: StrategyDefinitionResponse,
    refusals: [409],
  })
  async create(
    @Body() dto: CreateStrategyDefinitionDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StrategyDefinitionResponse> {
    const definition = await this.definitions.create(dto, caller);
    response.location(`strategies/${definition.name}`);
    return definition;
  }

  /** Reads a strategy definition. */
  @Get(':name')
  @Endpoint({ id: 'getStrategy', permission: 'NONE', params, response: StrategyDefinitionResponse })
  get(@Param('name') name: string): Promise<Json<StrategyDefinitionResponse>> {
    return this.reads.get(name);
  }

  /** Changes a strategy definition that is not built in. */
  @Put(':name')
  @Endpoint({ id: 'updateStrategy', permission: 'UPDATE_STRATEGY', params })
  update(
    @Param('name') name: string,
    @Body() dto: UpdateStrategyDefinitionDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.definitions.update(name, dto, caller);
  }

  /** Deletes a strategy definition that is neither built in nor in use. */
  @Delete(':name')
  @Endpoint({ id: 'removeStrategy', permission: 'DELETE_STRATEGY', params, refusals: [409] })
  delete(@Param('name') name: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.definitions.delete(name, caller);
  }

  /** Deprecates a strategy definition. Features that use it stay unchanged. */
  @Post(':strategyName/deprecate')
  @Endpoint({ id: 'deprecateStrategy', permission: 'UPDATE_STRATEGY', params: strategyNameParams })
  deprecate(@Param('strategyName') name: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.definitions.setDeprecated(name, true, caller);
  }

  /** Reactivates a deprecated strategy definition. */
  @Post(':strategyName/reactivate')
  @Endpoint({ id: 'reactivateStrategy', permission: 'UPDATE_STRATEGY', params: strategyNameParams })
  reactivate(@Param('strategyName') name: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.definitions.setDeprecated(name, false, caller);
  }
}
