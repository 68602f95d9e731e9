import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { BadDataError, NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { noProject } from '../project-lock.js';
import type { ChangeRequestConfigDto } from './change-request.dto.js';
import type { ChangeRequestConfigResponse } from './change-request.response.js';

/** $1 project. */
const LIST: Statement = {
  name: 'project-change-request-config',
  text: /* sql */ `
    SELECT (SELECT COALESCE(json_agg(json_build_object('environment', e.name, 'type', e.type, 'changeRequestEnabled', false, 'requiredApprovals', NULL)
                                     ORDER BY e.sort_order, e.name), '[]')
              FROM project_environment pe JOIN environment e ON e.name = pe.environment WHERE pe.project = p.id)::text AS config
      FROM project p WHERE p.id = $1 AND p.archived_at IS NULL`,
};

/** $1 project, $2 environment. */
const HAS: Statement = {
  name: 'project-has-environment',
  text: /* sql */ `
    SELECT FROM project_environment pe JOIN project p ON p.id = pe.project AND p.archived_at IS NULL WHERE pe.project = $1 AND pe.environment = $2`,
};

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
    const [row] = await this.database.run<{ config: string }>(LIST, [projectId]);
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
