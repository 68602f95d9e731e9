import { Controller, Get, Param } from '@nestjs/common';
import type { Reader } from '../../database/database.js';
import { CurrentReader } from '../../auth/current-reader.js';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { ProjectParams } from '../project.params.js';
import { FlagCreatorReadModel } from './flag-creator.read-model.js';
import { FlagCreatorResponse } from './flag-creator.response.js';

/** The creators of features. */
@Controller('api/admin/projects/:projectId/flag-creators')
export class FlagCreatorController {
  constructor(private readonly creators: FlagCreatorReadModel) {}

  /** Lists everybody who created features of a project, for a filter in a search form. */
  @Get()
  @Endpoint({
    id: 'getProjectFlagCreators',
    cost: 'search',
    tag: 'Projects',
    permission: 'NONE',
    response: [FlagCreatorResponse],
    refusals: [404],
  })
  list(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<Json<FlagCreatorResponse[]>> {
    return this.creators.list(projectId, reader);
  }
}
