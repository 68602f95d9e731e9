import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { FeatureViewResponse, FeatureViewsResponse } from './feature-view.dto.js';

/** JSON of a view `v`. */
const VIEW_JSON = "jsonb_build_object('id', v.id, 'name', v.name, 'query', v.query)";

export const LIST = statement<[userId: number], { json: Json<FeatureViewsResponse> }>(
  'feature-view.list',
  /* sql */ `
    SELECT jsonb_build_object('views', COALESCE(jsonb_agg(
      ${VIEW_JSON} ORDER BY lower(v.name), v.id), '[]'))::text AS json
      FROM feature_view v WHERE v.user_id = $1`,
);

export const COUNT = statement<[userId: number], { count: number }>(
  'feature-view.count',
  'SELECT count(*)::int AS count FROM feature_view WHERE user_id = $1',
);

export const ADD = statement<
  [userId: number, name: string, query: string],
  { view: FeatureViewResponse }
>(
  'feature-view.add',
  /* sql */ `
    INSERT INTO feature_view AS v (user_id, name, query) VALUES ($1, $2, $3)
    RETURNING ${VIEW_JSON} AS view`,
);

export const UPDATE = statement<
  [userId: number, id: number, name: string, query: string],
  { view: FeatureViewResponse }
>(
  'feature-view.update',
  /* sql */ `
    UPDATE feature_view v SET name = $3, query = $4 WHERE v.user_id = $1 AND v.id = $2
    RETURNING ${VIEW_JSON} AS view`,
);

export const DELETE = statement<[userId: number, id: number]>(
  'feature-view.delete',
  'DELETE FROM feature_view WHERE user_id = $1 AND id = $2 RETURNING 1',
);

export const CHOOSE_COLUMNS = statement<[userId: number, columns: readonly string[]]>(
  'feature-view.choose-columns',
  /* sql */ `
    INSERT INTO feature_columns (user_id, columns) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT feature_columns_pkey DO UPDATE SET columns = EXCLUDED.columns`,
);

export const FORGET_COLUMNS = statement<[userId: number]>(
  'feature-view.forget-columns',
  'DELETE FROM feature_columns WHERE user_id = $1',
);
