import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { TagListResponse } from '../../tag/tag.dto.js';
import { READ } from './feature-tag.sql.js';

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
