import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Actor } from '../../event/actor.js';
import type { Json } from '../../http/json.js';
import { noProject } from '../project-lock.js';
import type { DeprecatedProjectOverviewResponse, ProjectOverviewResponse } from './overview.response.js';
import { READ_DEPRECATED_OVERVIEW, READ_OVERVIEW } from './overview.sql.js';

/** Projects at a glance, archived ones too. */
@Injectable()
export class ProjectOverview {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError */
  async get(projectId: string, actor: Actor): Promise<Json<ProjectOverviewResponse>> {
    const [row] = await this.database.run<{ overview: string }>(READ_OVERVIEW, [projectId, actor.userId]);
    if (!row) throw noProject(projectId);
    return row.overview;
  }

  /** With all features, in the form in which they are listed. @throws NotFoundError */
  async getDeprecated(projectId: string, actor: Actor): Promise<Json<DeprecatedProjectOverviewResponse>> {
    const [row] = await this.database.run<{ overview: string }>(READ_DEPRECATED_OVERVIEW, [projectId, actor.userId, null, null]);
    if (!row) throw noProject(projectId);
    return row.overview;
  }
}
