import { Injectable } from '@nestjs/common';
import { Database, type PlainStatement as Statement } from '../database/database.js';
import type { Json } from '../http/json.js';
import type { FeatureTypesResponse } from './feature-type.response.js';

/** JSON of a feature type `t`, as in responses and events. */
export const FEATURE_TYPE_JSON = /* sql */ `
  json_build_object('id', t.id, 'name', t.name, 'description', t.description, 'lifetimeDays', t.lifetime_days)`;

const LIST: Statement = {
  name: 'feature-type-list',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'types', COALESCE(json_agg(${FEATURE_TYPE_JSON} ORDER BY t.sort_order, t.id), '[]'))::text AS list
      FROM feature_type t`,
};

/** Reads feature types. */
@Injectable()
export class FeatureTypeReadModel {
  constructor(private readonly database: Database) {}

  async list(): Promise<Json<FeatureTypesResponse>> {
    const [row] = await this.database.run<{ list: string }>(LIST);
    return row!.list;
  }
}
