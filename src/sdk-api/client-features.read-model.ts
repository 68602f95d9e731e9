import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import { parseLargeJson } from '../http/body/json-body.js';
import { Database } from '../database/database.js';
import type { NamedFeatures } from './client-features.js';
import { NAMED_FEATURES } from './client-features.sql.js';

/**
 * Features as they stand in one environment, with what people need to recognise their strategies.
 * One SQL statement.
 */
@Injectable()
export class ClientFeaturesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * What SDKs are told, with the ids and titles of strategies, and with disabled strategies.
   * @param environment Its name; in an unknown one all features are off.
   * @param projects Ids of projects, unknown ones have no features; null for all projects.
   */
  async named(
    environment: string,
    projects: readonly string[] | null,
    { hiddenProjects }: Caller,
  ): Promise<NamedFeatures> {
    const [row] = await this.database.run<{ answer: string }>(NAMED_FEATURES, [
      environment,
      projects,
      hiddenProjects,
    ]);
    return parseLargeJson<NamedFeatures>(row!.answer);
  }
}
