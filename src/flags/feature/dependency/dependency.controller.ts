import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ProjectParams } from '../../project/project.dto.js';
import {
  ChildParams,
  CreateDependencyDto,
  DependencyParams,
  ParentParams,
} from './dependency.dto.js';
import { DependencyReadModel } from './dependency.read-model.js';
import { FeatureDependencyService } from './feature-dependency.service.js';

const permission = 'UPDATE_FEATURE_DEPENDENCY';

/** Manages dependencies between features. */
@ApiTags('Dependencies')
@Controller('api/admin/projects/:projectId')
export class DependencyController {
  constructor(
    private readonly dependencies: FeatureDependencyService,
    private readonly reads: DependencyReadModel,
  ) {}

  /**
   * Makes a feature depend on another one of its project, which replaces an existing dependency.
   * Dependencies are one level deep: a parent cannot have a parent.
   */
  @Post('features/:child/dependencies')
  @Endpoint({ id: 'addFeatureDependency', permission })
  add(
    @Param() at: ChildParams,
    @Body() dto: CreateDependencyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.dependencies.add(at, dto, caller);
  }

  /** Removes one dependency of a feature. Does nothing when there is none. */
  @Delete('features/:child/dependencies/:parent')
  @Endpoint({ id: 'deleteFeatureDependency', permission, refusals: [400] })
  remove(@Param() at: DependencyParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.dependencies.remove(at, caller);
  }

  /** Removes all dependencies of a feature. Does nothing when there are none. */
  @Delete('features/:child/dependencies')
  @Endpoint({ id: 'deleteFeatureDependencies', permission, refusals: [400] })
  removeAll(@Param() at: ChildParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.dependencies.removeAll(at, caller);
  }

  /** Lists possible parents of a feature: live features of its project without parents. */
  @Get('features/:child/parents')
  @Endpoint({ id: 'listParentOptions', permission: 'NONE', response: [String] })
  parentOptions(@Param() at: ChildParams): Promise<Json<string[]>> {
    return this.reads.parentOptions(at);
  }

  /**
   * Lists the names of the variants of a feature in all environments, for use in a dependency. The
   * list is empty for an unknown feature.
   */
  @Get('features/:parent/parent-variants')
  @Endpoint({
    id: 'listParentVariantOptions',
    permission: 'NONE',
    answersUnknown: true,
    response: [String],
    neverRefuses: [404],
  })
  variantOptions(
    @Param() at: ParentParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<string[]>> {
    return this.reads.variantOptions(at, caller);
  }

  /** Returns whether any feature of the project depends on another. */
  @Get('dependencies')
  @Endpoint({ id: 'checkDependenciesExist', permission: 'NONE', response: Boolean })
  any(@Param() { projectId }: ProjectParams): Promise<Json<boolean>> {
    return this.reads.any(projectId);
  }
}
