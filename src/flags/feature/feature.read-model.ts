import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { ShortStatements } from '../../platform/database/short-statements.js';
import {
  callOf,
  type RowOf,
  type Statement,
  type StatementCall,
} from '../../platform/database/statement.js';
import type { Actor } from '../../core/event/actor.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { ArchivedFeatureError } from './feature.errors.js';
import { tagOf } from '../../platform/http/object-version.js';
import type { Json } from '../../platform/http/json.js';
import { type JsonList, listAsJson } from '../../platform/http/json-list.js';
import type { ProjectEnvironmentParams } from '../project/project.dto.js';
import type { FeatureParams } from './feature.dto.js';
import type { FeatureListResponse, FeatureResponse } from './feature.response.js';
import {
  LIST_FEATURES,
  LOCATE_FEATURE,
  READ_FEATURE,
  READ_VERSIONED_FEATURE,
} from './feature.sql.js';
import { Commits } from '../../core/event/commits.js';
import { recentlyUsed } from '../../platform/memory/recently-used.js';

/** The longest JSON of a small feature; PostgreSQL reads it in a few milliseconds. */
const SMALL_LENGTH = 32 * 1024;
/** Upper bound on remembered names. */
const MAX_NAMES = 20_000;
/** The events of a feature after which it is as small as before. */
const HARMLESS: ReadonlySet<string> = new Set([
  'feature-created',
  'feature-environment-enabled',
  'feature-environment-disabled',
]);

/**
 * Remembers which features may be large: those that were when they were read, and those changed
 * since then. Their reads do not use connections that callers share, where they would hold up
 * others. A feature that this instance does not know yet counts as small, since nearly all are.
 */
@Injectable()
export class SmallFeatures {
  private readonly doubtful = recentlyUsed<true>(MAX_NAMES);

  constructor(commits: Commits) {
    commits.listen((events) => {
      for (const event of events) {
        const { type, featureName = undefined } = 'featureName' in event ? event : { type: '' };
        if (featureName !== undefined && !HARMLESS.has(type)) this.doubtful.set(featureName, true);
      }
    });
  }

  /** Whether the feature is small, as far as known. */
  has(featureName: string): boolean {
    return !this.doubtful.has(featureName);
  }

  /** Takes note of a feature that was read. */
  note(featureName: string, { length }: string): void {
    if (length > SMALL_LENGTH) this.doubtful.set(featureName, true);
    else this.doubtful.delete(featureName);
  }
}

/** The values of the statements that read one feature. */
type Values = readonly [projectId: string, featureName: string, userId: number];

/** Filters of a list of features. */
interface FeatureListFilter {
  namePrefix?: string;
  /** Any of these. */
  tags?: { type: string; value: string }[];
}

/** The statement that reads one live feature, so that it can be sent together with another. */
export function readFeature(
  { projectId, featureName }: FeatureParams,
  actor: Actor,
): StatementCall<RowOf<typeof READ_FEATURE>> {
  return callOf(READ_FEATURE, [projectId, featureName, actor.userId]);
}

/** Reads features. Each response is one SQL statement that returns JSON. */
@Injectable()
export class FeatureReadModel {
  constructor(
    private readonly database: Database,
    private readonly shortStatements: ShortStatements,
    private readonly small: SmallFeatures,
  ) {}

  /**
   * The feature with all its parts.
   * @throws NotFoundError when the project has no such live feature.
   */
  async get(at: FeatureParams, actor: Actor): Promise<Json<FeatureResponse>> {
    return (await this.read(READ_FEATURE, at, actor)).feature;
  }

  /**
   * Like {@link get}, with the tag of its version.
   * @throws NotFoundError
   */
  async getVersioned(
    at: FeatureParams,
    actor: Actor,
  ): Promise<{ tag: string; feature: Json<FeatureResponse> }> {
    const { version, feature } = await this.read(READ_VERSIONED_FEATURE, at, actor);
    return { tag: tagOf('feature', version), feature };
  }

  private async read<Row extends RowOf<typeof READ_FEATURE>>(
    statement: Statement<Values, Row>,
    { projectId, featureName }: FeatureParams,
    actor: Actor,
  ): Promise<Row> {
    const values: Values = [projectId, featureName, actor.userId];
    const [row] = this.small.has(featureName)
      ? await this.shortStatements.read(statement, values)
      : await this.database.run(statement, values, 'hot');
    if (!row) throw notFound({ projectId, featureName });
    this.small.note(featureName, row.feature);
    return row;
  }

  /**
   * The live features of a project; empty for unknown and hidden projects (reference behaviour).
   */
  async list(
    projectId: string,
    filter: FeatureListFilter,
    caller: Caller,
    reader: Reader,
  ): Promise<JsonList<FeatureListResponse>> {
    const tags = filter.tags?.length ? JSON.stringify(filter.tags) : null;
    const values = [
      caller.sees(projectId) ? projectId : null,
      caller.userId,
      filter.namePrefix ?? null,
      tags,
    ] as const;
    const pages = await this.database.pagesFor(reader, LIST_FEATURES, values);
    return listAsJson(pages, 'features', { version: 2 });
  }

  /**
   * Checks that the project has this live feature and this environment.
   * @throws NotFoundError when one is missing; a feature of another project counts as missing.
   * @throws ArchivedFeatureError when it is archived.
   */
  async require({
    projectId,
    featureName,
    environment,
  }: FeatureParams & { environment?: string }): Promise<void> {
    const [found] = await this.shortStatements.read(LOCATE_FEATURE, [
      projectId,
      featureName,
      environment ?? null,
    ]);
    if (!found?.projectExists) throw new NotFoundError(`There is no project "${projectId}".`);
    if (!found.featureExists) throw notFound({ projectId, featureName });
    if (found.archived) throw archivedFeatureError(featureName);
    if (environment !== undefined && !found.environmentExists)
      throw noEnvironment({ projectId, environment });
  }
}

/** The error for a feature that the project does not have. */
export function notFound({ projectId, featureName }: FeatureParams): NotFoundError {
  return new NotFoundError(`There is no feature "${featureName}" in the project "${projectId}".`);
}

/** The error for an environment that the project does not have. */
export function noEnvironment({ projectId, environment }: ProjectEnvironmentParams): NotFoundError {
  return new NotFoundError(`The project "${projectId}" has no environment "${environment}".`);
}

/** The error for a change of an archived feature. */
export function archivedFeatureError(featureName: string): ArchivedFeatureError {
  return new ArchivedFeatureError(
    `The feature "${featureName}" is archived. Revive it before changing it.`,
  );
}
