import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { containsPattern, wholeWithin } from '../../../platform/http/query-values.js';
import type { OutdatedSdksResponse } from '../../../flags/project/application/application.dto.js';
import type {
  ApplicationDetailsResponse,
  ApplicationInstancesResponse,
  ApplicationOverviewResponse,
  ApplicationsQuery,
  ApplicationsResponse,
} from './application.dto.js';
import {
  LIST_ASCENDING,
  LIST_DESCENDING,
  LIST_INSTANCES,
  LIST_OUTDATED_SDKS,
  READ_APPLICATION,
  READ_OVERVIEW,
} from './application.sql.js';
import type { Statement } from '../../../platform/database/statement.js';

/** Reads applications. Those that are only known in hidden projects are treated as absent. */
@Injectable()
export class ApplicationReadModel {
  constructor(private readonly database: Database) {}

  /** A page of applications, by name. */
  async list(
    { query, project, environment, offset, limit, sortOrder }: ApplicationsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<ApplicationsResponse>> {
    const pattern = query?.trim() ? containsPattern(query.trim()) : null;
    const [row] = await this.database.runFor(
      reader,
      sortOrder === 'desc' ? LIST_DESCENDING : LIST_ASCENDING,
      [
        pattern,
        wholeWithin(offset, 0, 2 ** 31, 0),
        wholeWithin(limit, 1, 1000, 1000),
        hiddenProjects,
        project || null,
        environment || null,
      ],
    );
    return row!.answer;
  }

  /** @throws NotFoundError when the application is unknown. */
  get(appName: string, caller: Caller, reader: Reader): Promise<Json<ApplicationDetailsResponse>> {
    return this.one(reader, READ_APPLICATION, caller, appName);
  }

  /**
   * The state of an application in each environment.
   * @throws NotFoundError when it is unknown.
   */
  overview(
    appName: string,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<ApplicationOverviewResponse>> {
    return this.one(reader, READ_OVERVIEW, caller, appName);
  }

  /**
   * The instances of an application in an environment; empty if it does not run there.
   * @throws NotFoundError when it is unknown.
   */
  async instances(
    appName: string,
    environment: string,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<ApplicationInstancesResponse>> {
    const values = [appName, caller.hiddenProjects, environment] as const;
    const [row] = await this.database.runFor(reader, LIST_INSTANCES, values);
    if (!row) throw noApplication(appName);
    return row.answer;
  }

  /** Outdated SDKs of applications. */
  async outdatedSdks(
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<OutdatedSdksResponse>> {
    const [row] = await this.database.runFor(reader, LIST_OUTDATED_SDKS, [hiddenProjects]);
    return row!.answer;
  }

  private async one<T>(
    reader: Reader,
    statement: Statement<
      readonly [appName: string, hiddenProjects: readonly string[]],
      { answer: Json<T> }
    >,
    { hiddenProjects }: Caller,
    appName: string,
  ): Promise<Json<T>> {
    const [row] = await this.database.runFor(reader, statement, [appName, hiddenProjects]);
    if (!row) throw noApplication(appName);
    return row.answer;
  }
}

function noApplication(appName: string): NotFoundError {
  return new NotFoundError(`There is no application "${appName}".`);
}
