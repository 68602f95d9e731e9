import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { type Json, toJson } from '../../../platform/http/json.js';
import { containsPattern, wholeWithin } from '../../../platform/http/query-values.js';
import { noProject } from '../project-lock.js';
import type {
  ApplicationListQuery,
  OutdatedSdksResponse,
  ProjectApplicationsResponse,
} from './application.dto.js';
import { LIST_ASCENDING, LIST_DESCENDING, LIST_OUTDATED_SDKS } from './project-application.sql.js';

/** Reads the applications that use features of a project. */
@Injectable()
export class ProjectApplicationReadModel {
  constructor(private readonly database: Database) {}

  /**
   * A page of the applications, by name.
   * @throws NotFoundError when the project does not exist.
   */
  async list(
    projectId: string,
    wanted: ApplicationListQuery,
    reader: Reader,
  ): Promise<Json<ProjectApplicationsResponse>> {
    const { query, offset, limit, sortOrder } = wanted;
    const pattern = query?.trim() ? containsPattern(query.trim()) : null;
    const [row] = await this.database.runFor(
      reader,
      sortOrder === 'desc' ? LIST_DESCENDING : LIST_ASCENDING,
      [projectId, pattern, wholeWithin(offset, 0, 2 ** 31, 0), wholeWithin(limit, 1, 1000, 50)],
    );
    if (!row) throw noProject(projectId);
    return row.answer;
  }

  /** The outdated SDKs of the applications; empty for an unknown project (reference behaviour). */
  async outdatedSdks(
    projectId: string,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<OutdatedSdksResponse>> {
    const place = [projectId, hiddenProjects] as const;
    const [row] = await this.database.runFor(reader, LIST_OUTDATED_SDKS, place);
    return row?.answer ?? toJson({ sdks: [] });
  }
}
