import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { noProject } from '../project-lock.js';
import type { ApprovalConfigResponse } from './approval-config.dto.js';
import { LIST } from './approval-config.sql.js';

/** Reads which environments of projects require approvals. */
@Injectable()
export class ApprovalConfigReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when there is no such live project. */
  async list(projectId: string): Promise<Json<ApprovalConfigResponse[]>> {
    const [row] = await this.database.run(LIST, [projectId]);
    if (!row) throw noProject(projectId);
    return row.config;
  }
}
