import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { DefaultStrategyDto, DefaultStrategyResponse } from './default-strategy.dto.js';
import { DefaultStrategyService } from './default-strategy.service.js';

/** Default strategies of project environments. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId/environments/:environment/default-strategy')
export class DefaultStrategyController {
  constructor(private readonly defaults: DefaultStrategyService) {}

  /**
   * Sets the strategy that is added to a feature when it is turned on without any active strategy.
   */
  @Post()
  @Endpoint({
    id: 'addDefaultStrategyToProjectEnvironment',
    permission: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
    response: DefaultStrategyResponse,
  })
  set(
    @Param() at: ProjectEnvironmentParams,
    @Body() dto: DefaultStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<DefaultStrategyResponse> {
    return this.defaults.set(at, dto, caller);
  }
}
