import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { noProject } from '../../../core/event/live-project.js';
import type { LeadTimeResponse, ProjectInsightsResponse } from './insights.dto.js';
import { READ_INSIGHTS, READ_LEAD_TIME } from './insights.sql.js';

/** Reads insights of projects, including archived ones. */
@Injectable()
export class ProjectInsightsReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  async get(projectId: string, reader: Reader): Promise<Json<ProjectInsightsResponse>> {
    const [row] = await this.database.runFor(reader, READ_INSIGHTS, [projectId]);
    if (!row) throw noProject(projectId);
    return row.answer;
  }

  /**
   * Lead times of features until production.
   * @throws NotFoundError when the project does not exist.
   */
  async leadTime(projectId: string, reader: Reader): Promise<Json<LeadTimeResponse>> {
    const [row] = await this.database.runFor(reader, READ_LEAD_TIME, [projectId]);
    if (!row) throw noProject(projectId);
    return row.answer;
  }
}
