import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database } from '../../platform/database/database.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import type {
  EnvironmentListResponse,
  EnvironmentResponse,
  EnvironmentsOfProjectResponse,
} from './environment.dto.js';
import {
  LIST_ENVIRONMENTS,
  LIST_ENVIRONMENTS_OF_PROJECT,
  READ_ENVIRONMENT,
  TAKEN,
} from './environment.sql.js';

/** Reads environments. */
@Injectable()
export class EnvironmentReadModel {
  constructor(private readonly database: Database) {}

  /** All environments, with usage in visible projects. */
  async list({ hiddenProjects }: Caller): Promise<Json<EnvironmentListResponse>> {
    const [row] = await this.database.run(LIST_ENVIRONMENTS, [hiddenProjects]);
    return row!.list;
  }

  /** All environments with their usage in a project; zeros for unknown and hidden projects. */
  async listOfProject(
    projectId: string,
    caller: Caller,
  ): Promise<Json<EnvironmentsOfProjectResponse>> {
    const project = caller.sees(projectId) ? projectId : null;
    const [row] = await this.database.run(LIST_ENVIRONMENTS_OF_PROJECT, [project]);
    return row!.list;
  }

  /** @throws NotFoundError when it does not exist. */
  async get(name: string): Promise<Json<EnvironmentResponse>> {
    const [row] = await this.database.run(READ_ENVIRONMENT, [name]);
    if (!row) throw noEnvironmentNamed(name);
    return row.environment;
  }

  /** @throws NameExistsError when the name is taken. */
  async requireFree(name: string): Promise<void> {
    const taken = await this.database.run(TAKEN, [name]);
    if (taken.length > 0)
      throw new NameExistsError(`An environment with the name "${name}" already exists.`);
  }
}

/** The error for an unknown environment. */
export function noEnvironmentNamed(name: string): NotFoundError {
  return new NotFoundError(`There is no environment "${name}".`);
}
