import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { type JsonList, listAsJson } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import { noProject } from '../project/project-lock.js';
import type {
  DeprecatedProjectOverviewResponse,
  HealthReportResponse,
  ProjectOverviewResponse,
} from './project-overview.dto.js';
import {
  READ_DEPRECATED_OVERVIEW,
  READ_HEALTH_REPORT,
  READ_OVERVIEW,
} from './project-overview.sql.js';

/** Reads overviews of projects, including archived ones. */
@Injectable()
export class ProjectOverviewReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  async get(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<Json<ProjectOverviewResponse>> {
    const values = [projectId, actor.userId] as const;
    const [row] = await this.database.runFor(reader, READ_OVERVIEW, values);
    if (!row) throw noProject(projectId);
    return row.overview;
  }

  /**
   * Includes all features.
   * @throws NotFoundError when the project does not exist.
   */
  async getDeprecated(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<JsonList<DeprecatedProjectOverviewResponse>> {
    const values = [projectId, actor.userId] as const;
    const pages = await this.database.pagesFor(reader, READ_DEPRECATED_OVERVIEW, values);
    if (pages.first.length === 0) throw noProject(projectId);
    return listAsJson(pages, 'features');
  }

  /**
   * Includes all features, with the number of stale ones.
   * @throws NotFoundError when the project does not exist.
   */
  async getHealthReport(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<JsonList<HealthReportResponse>> {
    const values = [projectId, actor.userId] as const;
    const pages = await this.database.pagesFor(reader, READ_HEALTH_REPORT, values);
    if (pages.first.length === 0) throw noProject(projectId);
    return listAsJson(pages, 'features');
  }
}
