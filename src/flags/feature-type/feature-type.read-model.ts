import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Json } from '../../platform/http/json.js';
import type { FeatureTypesResponse } from './feature-type.dto.js';
import { LIST } from './feature-type.sql.js';

/** Reads feature types. */
@Injectable()
export class FeatureTypeReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<FeatureTypesResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.list;
  }
}
