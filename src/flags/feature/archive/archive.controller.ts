import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentReader } from '../../../core/auth/current-reader.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { JsonList } from '../../../platform/http/json-list.js';
import { ProjectParams } from '../../project/project.params.js';
import { ArchivedFeatureParams } from './archive.params.js';
import { ArchiveReadModel } from './archive.read-model.js';
import { ArchivedFeaturesResponse } from './archive.response.js';
import { FeatureArchiveService } from './feature-archive.service.js';

const tag = 'Archive';

/** Archived features of all projects. */
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
    tag,
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
    tag,
    permission: 'NONE',
    answersUnknown: true,
    response: ArchivedFeaturesResponse,
    deprecated: {},
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
    tag,
    permission: 'UPDATE_FEATURE',
    place: { feature: 'featureName' },
    refusals: [404],
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
    tag,
    permission: 'DELETE_FEATURE',
    place: { feature: 'featureName' },
    refusals: [404],
  })
  delete(
    @Param() { featureName }: ArchivedFeatureParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.archive.delete(featureName, caller);
  }
}
