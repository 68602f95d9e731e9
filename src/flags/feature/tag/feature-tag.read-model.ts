import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { TagListResponse } from '../../tag/tag.dto.js';
import { statement } from '../../../platform/database/statement.js';

/** Includes archived features, which keep their tags. */
const READ = statement<[featureName: string], { tags: Json<TagListResponse> }>(
  'feature-tag.read',
  /* sql */ `
    SELECT json_build_object('version', 1, 'tags', COALESCE(
             (SELECT json_agg(json_build_object('value', t.value, 'type', t.type)
               ORDER BY t.type, t.value)
                FROM feature_tag t WHERE t.feature_name = f.name), '[]'))::text AS tags
      FROM feature f WHERE f.name = $1`,
);

export const FIND_PROJECT = statement<[projectId: string]>(
  'feature-tag.find-project',
  'SELECT FROM project WHERE id = $1',
);

/** Reads the tags of features. */
@Injectable()
export class FeatureTagReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when there is no such feature. */
  async list(featureName: string): Promise<Json<TagListResponse>> {
    const [row] = await this.database.run(READ, [featureName]);
    if (!row) throw new NotFoundError(`There is no feature "${featureName}".`);
    return row.tags;
  }
}
