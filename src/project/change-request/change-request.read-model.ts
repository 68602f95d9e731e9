import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { BadDataError, NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { noProject } from '../project-lock.js';
import type { ChangeRequestConfigDto } from './change-request.dto.js';
import type { ChangeRequestConfigResponse } from './change-request.response.js';
import { LIST, HAS } from './change-request.sql.js';

/** Reports that change requests are off, for tools that read their configuration. */
@Injectable()
export class ChangeRequestReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The environments of a live project with change requests off.
   * @throws NotFoundError when it does not exist.
   */
  async list(projectId: string): Promise<Json<ChangeRequestConfigResponse[]>> {
    const [row] = await this.database.run(LIST, [projectId]);
    if (!row) throw noProject(projectId);
    return row.config;
  }

  /**
   * Accepts that change requests are off.
   * @throws NotFoundError when a live project does not have the environment.
   * @throws BadDataError when they are to be turned on.
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
    // Refused, so that nobody relies on approvals that do not exist.
    if (changeRequestsEnabled)
      throw new BadDataError(
        'Change requests are not supported: changeRequestsEnabled must be false.',
      );
  }
}
