import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { CurrentCaller } from '../../access/access.guard.js';
import type { Caller } from '../../access/caller.js';
import { ProjectEnvironmentParams, ProjectParams } from '../../feature/feature.params.js';
import { Endpoint } from '../../http/endpoint.js';
import { DefaultStrategyDto } from '../default-strategy/default-strategy.dto.js';
import { DefaultStrategyResponse } from '../default-strategy/default-strategy.response.js';
import { DefaultStrategyService } from '../default-strategy/default-strategy.service.js';
import { AddEnvironmentDto } from './project-environment.dto.js';
import { ProjectEnvironmentService } from './project-environment.service.js';

const tag = 'Projects';
const permission = 'UPDATE_PROJECT';

/** The environments of a project, and how its features start there. */
@Controller('api/admin/projects/:projectId/environments')
export class ProjectEnvironmentController {
  constructor(
    private readonly environments: ProjectEnvironmentService,
    private readonly defaults: DefaultStrategyService,
  ) {}

  /** Gives a project an environment. Its features are off there. */
  @Post()
  @Endpoint({ id: 'addEnvironmentToProject', tag, permission, refusals: [400, 404, 409, 413, 415] })
  add(@Param() { projectId }: ProjectParams, @Body() dto: AddEnvironmentDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.environments.add(projectId, dto.environment, caller);
  }

  /** Takes an environment from a project, unless it is the last one. Its features are turned off there and keep their strategies. */
  @Delete(':environment')
  @Endpoint({ id: 'removeEnvironmentFromProject', tag, permission, refusals: [400, 404] })
  remove(@Param() { projectId, environment }: ProjectEnvironmentParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.environments.remove(projectId, environment, caller);
  }

  /** Sets the strategy that a feature gets when it is turned on in an environment where none of its strategies is active. */
  @Post(':environment/default-strategy')
  @Endpoint({
    id: 'addDefaultStrategyToProjectEnvironment',
    tag,
    permission,
    response: DefaultStrategyResponse,
    refusals: [400, 404, 413, 415],
  })
  setDefaultStrategy(
    @Param() at: ProjectEnvironmentParams,
    @Body() dto: DefaultStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<DefaultStrategyResponse> {
    return this.defaults.set(at, dto, caller);
  }
}
