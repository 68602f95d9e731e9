import { Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { FeatureParams } from '../feature/feature.dto.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { ProjectParams } from '../project/project.dto.js';
import { FavoriteService } from './favorite.service.js';

/** Manages the caller's favorites. API tokens have none and are refused. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId')
export class FavoriteController {
  constructor(private readonly favorites: FavoriteService) {}

  /** Makes a feature a favorite of the caller. */
  @Post('features/:featureName/favorites')
  @Endpoint({ id: 'addFavoriteFeature', ofAccount: true, permission: 'NONE' })
  addFeature(@Param() at: FeatureParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.favorites.addFeature(at, caller);
  }

  /** Removes a feature from the favorites of the caller. */
  @Delete('features/:featureName/favorites')
  @Endpoint({ id: 'removeFavoriteFeature', ofAccount: true, permission: 'NONE' })
  removeFeature(@Param() at: FeatureParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.favorites.removeFeature(at, caller);
  }

  /** Makes a project a favorite of the caller. */
  @Post('favorites')
  @Endpoint({ id: 'addFavoriteProject', ofAccount: true, permission: 'NONE' })
  addProject(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.favorites.addProject(projectId, caller);
  }

  /** Removes a project from the favorites of the caller. */
  @Delete('favorites')
  @Endpoint({ id: 'removeFavoriteProject', ofAccount: true, permission: 'NONE' })
  removeProject(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.favorites.removeProject(projectId, caller);
  }
}
