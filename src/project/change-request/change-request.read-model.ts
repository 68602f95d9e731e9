import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { BadDataError, NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { noProject } from '../project-lock.js';
import type { ChangeRequestConfigDto } from './change-request.dto.js';
import type { ChangeRequestConfigResponse } from './change-request.response.js';
import { LIST, HAS } from './change-request.sql.js';

/**
 * That there are no change requests, told to programs that set up projects and ask for their state.
 */
@Injectable()
export class ChangeRequestReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The environments of a live project, change requests being off in each. @throws NotFoundError
   */
  async list(projectId: string): Promise<Json<ChangeRequestConfigResponse[]>> {
    const [row] = await this.database.run(LIST, [projectId]);
    if (!row) throw noProject(projectId);
    return row.config;
  }

  /**
   * Agrees that change requests are off. @throws NotFoundError when a live project does not have
   * the environment. @throws BadDataError when they are to be on.
   */
  async requireOff(
    projectId: string,
    environment: string,
    { changeRequestsEnabled }: ChangeRequestConfigDto,
  ): Promise<void> {
    const [row] = await this.database.run(HAS, [projectId, environment]);
    if (!row)
      throw new NotFoundError(
        `There is no project "${projectId}" with the environment "${environment}".`,
      );
    // A safeguard that is not there must not seem to be.
    if (changeRequestsEnabled)
      throw new BadDataError(
        'There are no change requests here: changeRequestsEnabled must be false.',
      );
  }
}
