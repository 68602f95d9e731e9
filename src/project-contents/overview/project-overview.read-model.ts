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

/** Projects at a glance, archived ones too. */
@Injectable()
export class ProjectOverviewReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError */
  get(projectId: string, actor: Actor, reader: Reader): Promise<Json<ProjectOverviewResponse>> {
    return this.read(reader, READ_OVERVIEW, projectId, [actor.userId]);
  }

  /** With all features, in the form in which they are listed. @throws NotFoundError */
  getDeprecated(
    projectId: string,
    actor: Actor,
    reader: Reader,
  ): Promise<Json<DeprecatedProjectOverviewResponse>> {
    return this.read(reader, READ_DEPRECATED_OVERVIEW, projectId, [actor.userId, null, null]);
  }

  /**
   * With all features, in the form in which they are listed, and how many of them are stale.
   * @throws NotFoundError
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
