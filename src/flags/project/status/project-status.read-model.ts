import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { noProject } from '../project-lock.js';
import type { ProjectStatusResponse } from './status.response.js';
import { READ_STATUS } from './status.sql.js';

/** Reads the status of projects, including archived ones. */
@Injectable()
export class ProjectStatusReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  async get(projectId: string, reader: Reader): Promise<Json<ProjectStatusResponse>> {
    const [row] = await this.database.runFor(reader, READ_STATUS, [projectId]);
    if (!row) throw noProject(projectId);
    return row.answer;
  }
}
