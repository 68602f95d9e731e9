import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { FeatureParams, ChangeProjectDto } from '../feature.dto.js';
import { FeatureMoveService } from './feature-move.service.js';

/** Moves features between projects. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/features/:featureName/changeProject')
export class FeatureMoveController {
  constructor(private readonly moves: FeatureMoveService) {}

  /**
   * Moves a live feature to another project, with everything that belongs to it. The permission is
   * required in both projects. The other project must have all environments in which the feature is
   * on. The feature must not have dependencies or use segments or context fields of its project.
   * Its name need not match the naming pattern of the other project.
   */
  @Post()
  @Endpoint({ id: 'changeProject', permission: 'MOVE_FEATURE_TOGGLE' })
  move(
    @Param() at: FeatureParams,
    @Body() { newProjectId }: ChangeProjectDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.moves.move(at, newProjectId, caller);
  }
}
