import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { Database, type Statement } from '../database/database.js';
import type { Json } from '../http/json.js';
import type { ClientFeatures, NamedFeatures } from './client-features.js';
import { NAMED_FEATURES, SDK_FEATURES } from './client-features.sql.js';

/** Features as they stand in one environment, in the form in which SDKs evaluate them. One SQL statement each. */
@Injectable()
export class ClientFeaturesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * What SDKs are told.
   * @param environment Its name; in an unknown one all features are off.
   * @param projects Ids of projects, unknown ones have no features; null for all projects.
   */
  forSdks(environment: string, projects: readonly string[] | null): Promise<Json<ClientFeatures>> {
    return this.read(SDK_FEATURES, environment, projects);
  }

  /** The same, with the ids and titles of strategies, and with disabled strategies; of the projects that the caller may know of. */
  async named(environment: string, projects: readonly string[] | null, { hiddenProjects }: Caller): Promise<NamedFeatures> {
    return JSON.parse(await this.read(NAMED_FEATURES, environment, projects, hiddenProjects)) as NamedFeatures;
  }

  private async read(statement: Statement, ...values: unknown[]): Promise<string> {
    const [row] = await this.database.run<{ answer: string }>(statement, values);
    return row!.answer;
  }
}
