import { Injectable } from '@nestjs/common';
import {
  Database,
  type PlainStatement as Statement,
  type Reader,
} from '../../database/database.js';
import type { Actor } from '../../event/actor.js';
import type { Json } from '../../http/json.js';
import { noProject } from '../../project/project-lock.js';
import type {
  DeprecatedProjectOverviewResponse,
  HealthReportResponse,
  ProjectOverviewResponse,
} from './overview.response.js';
import { READ_DEPRECATED_OVERVIEW, READ_HEALTH_REPORT, READ_OVERVIEW } from './overview.sql.js';

/** Reads overviews of projects, including archived ones. */
@Injectable()
export class ProjectOverviewReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it does not exist. */
  get(projectId: string, actor: Actor, reader: Reader): Promise<Json<ProjectOverviewResponse>> {
    return this.read(reader, READ_OVERVIEW, projectId, [actor.userId]);
  }

  /**
   * Includes all features.
   * @throws NotFoundError when the project does not exist.
   */
  getDeprecated(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<Json<DeprecatedProjectOverviewResponse>> {
    return this.read(reader, READ_DEPRECATED_OVERVIEW, projectId, [actor.userId, null, null]);
  }

  /**
   * Includes all features, with the number of stale ones.
   * @throws NotFoundError when the project does not exist.
   */
  getHealthReport(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<Json<HealthReportResponse>> {
    return this.read(reader, READ_HEALTH_REPORT, projectId, [actor.userId, null, null]);
  }

  private async read<T>(
    reader: Reader,
    statement: Statement,
    projectId: string,
    others: unknown[],
  ): Promise<Json<T>> {
    const [row] = await this.database.runFor<{ overview: string }>(reader, statement, [
      projectId,
      ...others,
    ]);
    if (!row) throw noProject(projectId);
    return row.overview;
  }
}
