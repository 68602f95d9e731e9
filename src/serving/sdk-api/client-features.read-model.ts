import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { parseLargeJson } from '../../platform/http/body/json-body.js';
import { Database, type Reader } from '../../platform/database/database.js';
import type { NamedFeatures } from './client-features.js';
import { NAMED_FEATURE_COUNT, NAMED_FEATURES, SOME_NAMED_FEATURES } from './client-features.sql.js';

/** Features and segments, given by name and id. */
interface FeaturesAndSegments {
  readonly features: readonly string[];
  readonly segments: readonly number[];
}

/**
 * Reads the features of an environment including ids and titles of strategies, in one statement.
 */
@Injectable()
export class ClientFeaturesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Features as SDKs get them, plus ids and titles of strategies and disabled strategies.
   * @param environment Its name; in an unknown one all features are off.
   * @param projects Ids of projects; null for all.
   * @param maxBytes Returns undefined when the result would be larger.
   */
  async named(
    environment: string,
    projects: readonly string[] | null,
    maxBytes: number,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<NamedFeatures | undefined> {
    const [row] = await this.database.runFor(reader, NAMED_FEATURES, [
      environment,
      projects,
      hiddenProjects,
      maxBytes,
    ]);
    return namedIn(row);
  }

  /** Like {@link named}, of some features of a project, and with some segments. */
  async someNamed(
    environment: string,
    projectId: string,
    { features, segments }: FeaturesAndSegments,
    maxBytes: number,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<NamedFeatures | undefined> {
    const [row] = await this.database.runFor(reader, SOME_NAMED_FEATURES, [
      environment,
      [projectId],
      hiddenProjects,
      maxBytes,
      features,
      segments,
    ]);
    return namedIn(row);
  }

  /** The number of features that {@link named} would return. */
  async count(
    projects: readonly string[] | null,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<number> {
    const [row] = await this.database.runFor(reader, NAMED_FEATURE_COUNT, [
      projects,
      hiddenProjects,
    ]);
    return row!.features;
  }
}

async function namedIn(
  row: { answer: string | null } | undefined,
): Promise<NamedFeatures | undefined> {
  return row?.answer ? parseLargeJson<NamedFeatures>(row.answer) : undefined;
}
