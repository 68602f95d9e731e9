import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import {
  TagDto,
  TagListResponse,
  TagResponse,
  UpdateTagsDto,
  UpdateTagsOfFeaturesDto,
  FeatureNameParams,
  FeatureTagParams,
} from '../../tag/tag.dto.js';
import { ProjectParams } from '../../project/project.dto.js';
import { FeatureTagReadModel } from './feature-tag.read-model.js';
import { FeatureTagService } from './feature-tag.service.js';

const tag = 'Features';
const permission = 'UPDATE_FEATURE';
const place = { feature: 'featureName' };
const location = (_: TagResponse, { params }: Request): string =>
  `${encodeURIComponent(String(params['featureName']))}/tags`;

/** Manages the tags of features. */
@Controller('api/admin')
export class FeatureTagController {
  constructor(
    private readonly tagging: FeatureTagService,
    private readonly reads: FeatureTagReadModel,
  ) {}

  /** Lists the tags of a feature. */
  @Get('features/:featureName/tags')
  @Endpoint({ id: 'listTags', tag, permission: 'NONE', place, response: TagListResponse })
  list(@Param() { featureName }: FeatureNameParams): Promise<Json<TagListResponse>> {
    return this.reads.list(featureName);
  }

  /**
   * Adds a tag to a feature, creating the tag if necessary. Does nothing when the feature has it.
   */
  @Post('features/:featureName/tags')
  @Endpoint({
    id: 'addTag',
    tag,
    permission,
    place,
    status: 201,
    response: TagResponse,
    location,
    refusals: [409],
  })
  add(
    @Param() { featureName }: FeatureNameParams,
    @Body() dto: TagDto,
    @CurrentCaller() caller: Caller,
  ): Promise<TagResponse> {
    return this.tagging.add(featureName, dto, caller);
  }

  /** Adds tags to a feature and removes others, and returns the resulting tags. */
  @Put('features/:featureName/tags')
  @Endpoint({
    id: 'updateTags',
    tag,
    permission,
    place,
    response: TagListResponse,
    refusals: [409],
  })
  change(
    @Param() { featureName }: FeatureNameParams,
    @Body() dto: UpdateTagsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<TagListResponse>> {
    return this.tagging.change(featureName, dto, caller);
  }

  /** Removes a tag from a feature. Does nothing when the feature does not have it. */
  @Delete('features/:featureName/tags/:type/:value')
  @Endpoint({ id: 'removeTag', tag, permission, place, refusals: [400] })
  remove(
    @Param() { featureName, type, value }: FeatureTagParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tagging.remove(featureName, { type, value }, caller);
  }

  /**
   * Changes the tags of several features of a project. Changes nothing when one of them is unknown
   * or archived.
   */
  @Put('projects/:projectId/tags')
  @Endpoint({ id: 'addTagToFeatures', cost: 'heavy', tag: 'Tags', permission, refusals: [409] })
  changeAll(
    @Param() { projectId }: ProjectParams,
    @Body() dto: UpdateTagsOfFeaturesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tagging.changeAll(projectId, dto, caller);
  }
}
