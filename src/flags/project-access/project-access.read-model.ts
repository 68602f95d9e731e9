import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { ProjectAccessResponse, RoleUsageResponse } from './project-access.dto.js';
import { READ, USAGE } from './project-access.sql.js';

/** Reads role assignments in projects. */
@Injectable()
export class ProjectAccessReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  async get(projectId: string): Promise<Json<ProjectAccessResponse>> {
    const [row] = await this.database.run(READ, [projectId]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.json;
  }

  /**
   * The visible projects in which a role is assigned.
   * @throws NotFoundError when there is no such role.
   */
  async usage(roleId: number, caller: Caller): Promise<Json<RoleUsageResponse>> {
    const [row] = await this.database.run(USAGE, [roleId, caller.hiddenProjects]);
    if (!row) throw new NotFoundError(`There is no role with the id ${roleId}.`);
    return row.json;
  }
}
