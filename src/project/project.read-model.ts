import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Actor } from '../event/actor.js';
import { NameExistsError } from '../http/errors.js';
import type { Json } from '../http/json.js';
import type { ProjectListResponse } from './project.response.js';
import { LIST_PROJECTS, PROJECT_ID_TAKEN } from './project.sql.js';

/** Which projects there are. */
@Injectable()
export class ProjectReadModel {
  constructor(private readonly database: Database) {}

  /** The live projects, or the archived ones. */
  async list(archived: boolean, actor: Actor): Promise<Json<ProjectListResponse>> {
    const [row] = await this.database.run<{ list: string }>(LIST_PROJECTS, [archived, actor.userId]);
    return row!.list;
  }

  /** @throws NameExistsError when a project has the id, be it archived. */
  async requireFree(id: string): Promise<void> {
    const taken = await this.database.run(PROJECT_ID_TAKEN, [id]);
    if (taken.length > 0) throw new NameExistsError(`A project with the id "${id}" already exists.`);
  }
}
