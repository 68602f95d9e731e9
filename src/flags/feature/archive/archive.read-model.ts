import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { type JsonList, listAsJson } from '../../../platform/http/json-list.js';
import type { OtherStatus } from '../../../platform/http/endpoint.js';
import { warned } from '../../preview/change-guard/change-guard.js';
import { currentDryRun } from '../../preview/dry-run.js';
import type { WarningResponse } from '../../preview/impact.response.js';
import type { FeatureParams } from '../feature.dto.js';
import type { FeatureResponse } from '../feature.response.js';
import { READ_FEATURE_OR_ARCHIVED } from '../feature.sql.js';
import type { ArchivedFeaturesResponse, ArchiveValidationResponse } from './archive.dto.js';
import { LIST, PREVIEW } from './archive.sql.js';

/** Reads archived features, and previews archiving. */
@Injectable()
export class ArchiveReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The archived features of a project, or of all visible projects; empty for an unknown project
   * (reference behaviour).
   */
  async list(
    projectId: string | null,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<JsonList<ArchivedFeaturesResponse>> {
    const pages = await this.database.pagesFor(reader, LIST, [projectId, hiddenProjects]);
    return listAsJson(pages, 'features', { version: 2 });
  }

  /**
   * The response to archiving a feature: the warnings of the guard if there are any, and in a dry
   * run the feature as it would be.
   */
  async responseTo(
    { projectId, featureName }: FeatureParams,
    { userId }: Caller,
    warnings: WarningResponse[],
  ): Promise<OtherStatus | Json<FeatureResponse> | void> {
    if (!currentDryRun()) return warned(warnings);
    const values = [projectId, featureName, userId] as const;
    const [row] = await this.database.run(READ_FEATURE_OR_ARCHIVED, values);
    return row!.feature;
  }

  /**
   * Previews archiving several features together: what prevents it, and what it would remove.
   * @throws NotFoundError when there is no such project.
   */
  async validate(
    projectId: string,
    featureNames: readonly string[],
  ): Promise<Json<ArchiveValidationResponse>> {
    const [row] = await this.database.run(PREVIEW, [projectId, featureNames]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.verdict;
  }
}
