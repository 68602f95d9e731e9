import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint, type OtherStatus } from '../../../platform/http/endpoint.js';
import type { JsonList } from '../../../platform/http/json-list.js';
import type { Json } from '../../../platform/http/json.js';
import { GuardQuery, guardWishOf } from '../../preview/change-guard/change-guard.dto.js';
import { warned } from '../../preview/change-guard/change-guard.js';
import { PreviewResponse, WarnedResponse } from '../../preview/impact.response.js';
import { ProjectParams } from '../../project/project.dto.js';
import { FeaturePreviewResponse } from '../feature-preview.response.js';
import { FeatureNamesDto, FeatureParams } from '../feature.dto.js';
import type { FeatureResponse } from '../feature.response.js';
import {
  ArchivedFeatureParams,
  ArchivedFeaturesResponse,
  ArchiveValidationResponse,
} from './archive.dto.js';
import { ArchiveReadModel } from './archive.read-model.js';
import { FeatureArchiveService } from './feature-archive.service.js';

/** Archived features of all projects. */
@ApiTags('Archive')
@Controller('api/admin/archive')
export class ArchiveController {
  constructor(
    private readonly archive: FeatureArchiveService,
    private readonly reads: ArchiveReadModel,
  ) {}

  /** Lists archived features of all projects. Deprecated: search for archived features instead. */
  @Get('features')
  @Endpoint({
    id: 'getArchivedFeatures',
    cost: 'search',
    permission: 'NONE',
    response: ArchivedFeaturesResponse,
    deprecated: {},
  })
  list(
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<ArchivedFeaturesResponse>> {
    return this.reads.list(null, caller, reader);
  }

  /** Lists archived features of a project. Deprecated: search for archived features instead. */
  @Get('features/:projectId')
  @Endpoint({
    id: 'getArchivedFeaturesByProjectId',
    cost: 'search',
    permission: 'NONE',
    answersUnknown: true,
    response: ArchivedFeaturesResponse,
    deprecated: {},
    neverRefuses: [404],
  })
  listOfProject(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<ArchivedFeaturesResponse>> {
    return this.reads.list(projectId, caller, reader);
  }

  /** Revives an archived feature, off in every environment. A live feature stays unchanged. */
  @Post('revive/:featureName')
  @Endpoint({
    id: 'reviveFeature',
    permission: 'UPDATE_FEATURE',
    place: { feature: 'featureName' },
  })
  revive(
    @Param() { featureName }: ArchivedFeatureParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.archive.revive(featureName, caller);
  }

  /** Deletes an archived feature permanently, which frees its name. A live feature is refused. */
  @Delete(':featureName')
  @Endpoint({
    id: 'deleteFeature',
    permission: 'DELETE_FEATURE',
    place: { feature: 'featureName' },
  })
  delete(
    @Param() { featureName }: ArchivedFeatureParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.archive.delete(featureName, caller);
  }
}

/**
 * Archives, revives and deletes features of a project, singly and in batches; a batch is carried
 * out completely or not at all.
 */
@Controller('api/admin/projects/:projectId')
export class ProjectArchiveController {
  constructor(
    private readonly archives: FeatureArchiveService,
    private readonly reads: ArchiveReadModel,
  ) {}

  /**
   * Archives a feature, so that SDKs no longer get it.
   *
   * If the feature is in use, `guard` or the setting of the project decides whether the response
   * has `warnings`, or is 409 and nothing changes.
   */
  @Delete('features/:featureName')
  @Endpoint({
    id: 'archiveFeature',
    switch: 'archive',
    confirm: 'off',
    tag: 'Features',
    permission: 'DELETE_FEATURE',
    status: 202,
    dryRun: { of: 'feature', response: FeaturePreviewResponse },
    guard: WarnedResponse,
    neverRefuses: [400],
  })
  async archive(
    @Param() at: FeatureParams,
    @Query() query: GuardQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<OtherStatus | Json<FeatureResponse> | void> {
    const warnings = await this.archives.archive(at, caller, guardWishOf(query));
    return this.reads.responseTo(at, caller, warnings);
  }

  /**
   * Archives features. Unknown and archived ones are skipped.
   *
   * If one is in use, `guard` or the setting of the project decides whether the response has
   * `warnings`, or is 409 and nothing changes.
   */
  @Post('archive')
  @Endpoint({
    id: 'archiveFeatures',
    switch: 'archive',
    cost: 'heavy',
    confirm: 'off',
    tag: 'Features',
    permission: 'DELETE_FEATURE',
    status: 202,
    dryRun: { of: 'features', response: PreviewResponse },
    guard: WarnedResponse,
  })
  async archiveAll(
    @Param() { projectId }: ProjectParams,
    @Body() dto: FeatureNamesDto,
    @Query() query: GuardQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<OtherStatus | void> {
    const wish = guardWishOf(query);
    return warned(await this.archives.archiveAll(projectId, dto.features, caller, wish));
  }

  /** Previews archiving features: what prevents it, and what it would remove. */
  @Post('archive/validate')
  @Endpoint({
    id: 'validateArchiveFeatures',
    reads: true,
    cost: 'heavy',
    tag: 'Features',
    permission: 'DELETE_FEATURE',
    response: ArchiveValidationResponse,
  })
  validate(
    @Param() { projectId }: ProjectParams,
    @Body() dto: FeatureNamesDto,
  ): Promise<Json<ArchiveValidationResponse>> {
    return this.reads.validate(projectId, dto.features);
  }

  /** Revives archived features, off in every environment. Unknown and live ones are skipped. */
  @Post('revive')
  @Endpoint({ id: 'reviveFeatures', cost: 'heavy', tag: 'Archive', permission: 'UPDATE_FEATURE' })
  reviveAll(
    @Param() { projectId }: ProjectParams,
    @Body() dto: FeatureNamesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.archives.reviveAll(projectId, dto.features, caller);
  }

  /**
   * Deletes archived features for good. Unknown names are skipped. A feature that is not archived
   * is refused with 403, and then none is deleted.
   */
  @Post('delete')
  @Endpoint({ id: 'deleteFeatures', cost: 'heavy', tag: 'Archive', permission: 'DELETE_FEATURE' })
  deleteAll(
    @Param() { projectId }: ProjectParams,
    @Body() dto: FeatureNamesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.archives.deleteAll(projectId, dto.features, caller);
  }
}
