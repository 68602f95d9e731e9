import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { TagListResponse } from '../../tag/tag.response.js';

/** An archived feature keeps its tags, and they can be looked at. $1 feature. */
const READ: Statement = {
  name: 'feature-tags',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'tags', COALESCE(
             (SELECT json_agg(json_build_object('value', t.value, 'type', t.type) ORDER BY t.type, t.value)
                FROM feature_tag t WHERE t.feature_name = f.name), '[]'))::text AS tags
      FROM feature f WHERE f.name = $1`,
};

/** The tags of features. */
@Injectable()
export class FeatureTagReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when there is no such feature. */
  async list(featureName: string): Promise<Json<TagListResponse>> {
    const [row] = await this.database.run<{ tags: string }>(READ, [featureName]);
    if (!row) throw new NotFoundError(`There is no feature "${featureName}".`);
    return row.tags;
  }
}
