import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { FlagCreatorResponse, ProjectParams } from '../project.dto.js';
import { FlagCreatorReadModel } from './flag-creator.read-model.js';

/** The creators of features. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId/flag-creators')
export class FlagCreatorController {
  constructor(private readonly creators: FlagCreatorReadModel) {}

  /**
   * Lists everybody who created features of a project, for the filter of the search. The list is
   * empty for a project that does not exist.
   */
  @Get()
  @Endpoint({
    id: 'getProjectFlagCreators',
    cost: 'search',
    permission: 'NONE',
    answersUnknown: true,
    response: [FlagCreatorResponse],
    neverRefuses: [404],
  })
  list(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<FlagCreatorResponse[]>> {
    return this.creators.list(projectId, caller, reader);
  }
}
