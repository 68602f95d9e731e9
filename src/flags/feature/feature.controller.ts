import { Body, Controller, Get, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { JsonList } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import { noteVersion } from '../../platform/http/object-version.js';
import { PatchStepDto } from '../../platform/http/validation/json-patch.js';
import { ListPipe } from '../../platform/http/validation/validation.pipe.js';
import { ProjectParams } from '../project/project.dto.js';
import { parseTags } from '../tag/tag.dto.js';
import { FeatureNames } from './feature-names.js';
import {
  CreateFeatureDto,
  FeatureListQuery,
  FeatureParams,
  UpdateFeatureDto,
  ValidateFeatureDto,
} from './feature.dto.js';
import { FeatureReadModel } from './feature.read-model.js';
import { BareFeatureResponse, FeatureListResponse, FeatureResponse } from './feature.response.js';
import { FeatureService } from './feature.service.js';

/** Manages the features of a project. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/features')
export class FeatureController {
  constructor(
    private readonly features: FeatureService,
    private readonly reads: FeatureReadModel,
  ) {}

  /** Lists the live features of a project. */
  @Get()
  @Endpoint({
    id: 'getFeatures',
    cost: 'search',
    permission: 'NONE',
    answersUnknown: true,
    asOf: 'features',
    response: FeatureListResponse,
    neverRefuses: [404],
  })
  list(
    @Param() { projectId }: ProjectParams,
    @Query() query: FeatureListQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<FeatureListResponse>> {
    return this.reads.list(
      projectId,
      { namePrefix: query.namePrefix, tags: parseTags(query.tag) },
      caller,
      reader,
    );
  }

  /** Creates a feature, off in every environment. */
  @Post()
  @Endpoint({
    id: 'createFeature',
    permission: 'CREATE_FEATURE',
    status: 201,
    response: BareFeatureResponse,
    refusals: [409],
  })
  create(
    @Param() { projectId }: ProjectParams,
    @Body() dto: CreateFeatureDto,
    @CurrentCaller() caller: Caller,
  ): Promise<BareFeatureResponse> {
    return this.features.create(projectId, dto, caller);
  }

  /** Reads a feature. */
  @Get(':featureName')
  @Endpoint({ id: 'getFeature', permission: 'NONE', asOf: 'feature', response: FeatureResponse })
  async get(
    @Param() at: FeatureParams,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<FeatureResponse>> {
    const { tag: version, feature } = await this.reads.getVersioned(at, caller);
    noteVersion(response, version);
    return feature;
  }

  /**
   * Replaces the properties of a feature. Omitted ones get their default, except the description,
   * which stays.
   */
  @Put(':featureName')
  @Endpoint({ id: 'updateFeature', permission: 'UPDATE_FEATURE', response: BareFeatureResponse })
  replace(
    @Param() at: FeatureParams,
    @Body() dto: UpdateFeatureDto,
    @CurrentCaller() caller: Caller,
  ): Promise<BareFeatureResponse> {
    return this.features.replace(at, dto, caller);
  }

  /** Changes properties of a feature with a JSON Patch. */
  @Patch(':featureName')
  @Endpoint({ id: 'patchFeature', permission: 'UPDATE_FEATURE', response: BareFeatureResponse })
  @ApiBody({ type: [PatchStepDto] })
  patch(
    @Param() at: FeatureParams,
    @Body(new ListPipe(PatchStepDto)) steps: PatchStepDto[],
    @CurrentCaller() caller: Caller,
  ): Promise<BareFeatureResponse> {
    return this.features.patch(at, steps, caller);
  }
}

/** Validates names of features. */
@ApiTags('Features')
@Controller('api/admin/features')
export class FeatureNameController {
  constructor(private readonly names: FeatureNames) {}

  /** Checks whether a feature name is valid and free. */
  @Post('validate')
  @Endpoint({ id: 'validateFeature', reads: true, permission: 'NONE', refusals: [409] })
  validate(
    @Body() { name, projectId }: ValidateFeatureDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.names.requireUsable(name, projectId, caller);
  }
}
