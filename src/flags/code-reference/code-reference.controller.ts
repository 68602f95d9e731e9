import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { FeatureParams } from '../feature/feature.dto.js';
import { ProjectParams } from '../project/project.dto.js';
import {
  CodeScanDto,
  CodeScanResponse,
  FeatureCodeReferencesResponse,
  ProjectCodeReferencesResponse,
} from './code-reference.dto.js';
import { CodeReferenceService } from './code-reference.service.js';

const PROJECT = 'projects/:projectId/code-references';
const permission = 'UPDATE_FEATURE';
/** 2 MiB, enough for all references that a repository can have with usual paths. */
const bodyLimit = 2_097_152;

/** Manages where code names features. */
@ApiTags('Code References')
@Controller('api/admin')
export class CodeReferenceController {
  constructor(private readonly references: CodeReferenceService) {}

  /**
   * Lists the scanned repositories of a project, the live features that none of them names, and the
   * references to features that are archived or that the project does not have.
   */
  @Get(PROJECT)
  @Endpoint({
    id: 'getProjectCodeReferences',
    cost: 'search',
    permission: 'NONE',
    response: ProjectCodeReferencesResponse,
  })
  ofProject(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<ProjectCodeReferencesResponse> {
    return this.references.ofProject(projectId, reader);
  }

  /**
   * Replaces what is known of a repository: the lines that name features, without their code. All
   * of it changes at once. A project can have 50 repositories with 5,000 references each.
   */
  @Put(PROJECT)
  @Endpoint({
    id: 'putCodeReferences',
    cost: 'heavy',
    permission,
    bodyLimit,
    response: CodeScanResponse,
  })
  put(
    @Param() { projectId }: ProjectParams,
    @Body() dto: CodeScanDto,
    @CurrentCaller() caller: Caller,
  ): Promise<CodeScanResponse> {
    return this.references.put(projectId, dto, caller);
  }

  /** Forgets a repository with its references. */
  @Delete(`${PROJECT}/:id`)
  @Endpoint({
    id: 'removeCodeReferences',
    permission,
    status: 204,
    params: { id: 'Id of the repository.' },
  })
  remove(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.references.remove(projectId, id, caller);
  }

  /** Lists where code names a feature, by repository. */
  @Get('projects/:projectId/features/:featureName/code-references')
  @Endpoint({
    id: 'getFeatureCodeReferences',
    cost: 'search',
    permission: 'NONE',
    response: FeatureCodeReferencesResponse,
  })
  ofFeature(
    @Param() at: FeatureParams,
    @CurrentReader() reader: Reader,
  ): Promise<FeatureCodeReferencesResponse> {
    return this.references.ofFeature(at, reader);
  }
}
