import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../platform/database/database.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { idTaken } from './project-id.js';
import type { Json } from '../../platform/http/json.js';
import type { ProjectListResponse } from './project.dto.js';
import { LIST_PROJECTS, PROJECT_ID_TAKEN } from './project.sql.js';

/** Reads projects. */
@Injectable()
export class ProjectReadModel {
  constructor(private readonly database: Database) {}

  /** The visible live or archived projects. */
  async list(
    archived: boolean,
    { userId, hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<ProjectListResponse>> {
    const [row] = await this.database.runFor(reader, LIST_PROJECTS, [
      archived,
      userId,
      hiddenProjects,
    ]);
    return row!.list;
  }

  /** @throws NameExistsError when a live, archived, or former private project has the id. */
  async requireFree(id: string, caller: Caller): Promise<void> {
    const taken = await this.database.run(PROJECT_ID_TAKEN, [id]);
    if (taken.length > 0 || !caller.sees(id)) throw idTaken(id);
  }
}
