import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { PatchStepDto } from '../../../platform/http/validation/json-patch.js';
import { ListPipe } from '../../../platform/http/validation/validation.pipe.js';
import { FeatureEnvironmentParams } from '../feature.dto.js';
import { ConstraintRules } from './constraint-rules.js';
import {
  ConstraintDto,
  CreateStrategyDto,
  StrategyParams,
  StrategyPositionDto,
  StrategyResponse,
  UpdateStrategyDto,
} from './strategy.dto.js';
import { StrategyReadModel } from './strategy.read-model.js';
import { StrategyService } from './strategy.service.js';

/** Manages the strategies of a feature in an environment. */
@ApiTags('Features')
@Controller(
  'api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
)
export class StrategyController {
  constructor(
    private readonly strategies: StrategyService,
    private readonly reads: StrategyReadModel,
  ) {}

  /** Lists the strategies of a feature in an environment, in order. */
  @Get()
  @Endpoint({ id: 'getFeatureStrategies', permission: 'NONE', response: [StrategyResponse] })
  list(@Param() at: FeatureEnvironmentParams): Promise<Json<StrategyResponse[]>> {
    return this.reads.list(at);
  }

  /** Adds a strategy to a feature in an environment. */
  @Post()
  @Endpoint({
    id: 'addFeatureStrategy',
    permission: 'CREATE_FEATURE_STRATEGY',
    response: StrategyResponse,
  })
  add(
    @Param() at: FeatureEnvironmentParams,
    @Body() dto: CreateStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<StrategyResponse> {
    return this.strategies.add(at, dto, caller);
  }

  /** Sets the order of strategies. Unknown ids are ignored. */
  @Post('set-sort-order')
  @Endpoint({ id: 'setStrategySortOrder', permission: 'UPDATE_FEATURE_STRATEGY' })
  @ApiBody({ type: [StrategyPositionDto] })
  order(
    @Param() at: FeatureEnvironmentParams,
    @Body(new ListPipe(StrategyPositionDto)) positions: StrategyPositionDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.strategies.order(at, positions, caller);
  }

  /** Reads one strategy of a feature in an environment. */
  @Get(':strategyId')
  @Endpoint({ id: 'getFeatureStrategy', permission: 'NONE', response: StrategyResponse })
  get(@Param() at: StrategyParams): Promise<Json<StrategyResponse>> {
    return this.reads.get(at);
  }

  /**
   * Replaces a strategy. Omitted constraints and variants are cleared; other omitted properties
   * stay.
   */
  @Put(':strategyId')
  @Endpoint({
    id: 'updateFeatureStrategy',
    permission: 'UPDATE_FEATURE_STRATEGY',
    response: StrategyResponse,
  })
  replace(
    @Param() at: StrategyParams,
    @Body() dto: UpdateStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<StrategyResponse> {
    return this.strategies.replace(at, dto, caller);
  }

  /** Changes a strategy with a JSON Patch. */
  @Patch(':strategyId')
  @Endpoint({
    id: 'patchFeatureStrategy',
    permission: 'UPDATE_FEATURE_STRATEGY',
    response: StrategyResponse,
  })
  @ApiBody({ type: [PatchStepDto] })
  patch(
    @Param() at: StrategyParams,
    @Body(new ListPipe(PatchStepDto)) steps: PatchStepDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<StrategyResponse> {
    return this.strategies.patch(at, steps, caller);
  }

  /** Deletes a strategy. Deleting the last enabled one turns the feature off in the environment. */
  @Delete(':strategyId')
  @Endpoint({ id: 'deleteFeatureStrategy', permission: 'DELETE_FEATURE_STRATEGY', refusals: [400] })
  remove(@Param() at: StrategyParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.strategies.remove(at, caller);
  }
}

/** Validates constraints. */
@ApiTags('Features')
@Controller('api/admin/constraints')
export class ConstraintController {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * Checks whether a constraint is valid for strategies and segments of all projects. Context
   * fields of a project are unknown here.
   */
  @Post('validate')
  @Endpoint({
    id: 'validateConstraint',
    reads: true,
    permission: 'NONE',
    status: 204,
    refusals: [404],
  })
  async validate(@Body() constraint: ConstraintDto): Promise<void> {
    await this.rules.checked([constraint], null);
  }
}
