import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type {
  FeatureViewResponse,
  FeatureViewsResponse,
  NotificationSettingResponse,
} from './preference.dto.js';

/** JSON of a view `v`. */
const VIEW_JSON = "jsonb_build_object('id', v.id, 'name', v.name, 'query', v.query)";

export const LIST_VIEWS = statement<[userId: number], { json: Json<FeatureViewsResponse> }>(
  'preference.list-views',
  /* sql */ `
    SELECT jsonb_build_object('views', COALESCE(jsonb_agg(
      ${VIEW_JSON} ORDER BY lower(v.name), v.id), '[]'))::text AS json
      FROM feature_view v WHERE v.user_id = $1`,
);

export const COUNT_VIEWS = statement<[userId: number], { count: number }>(
  'preference.count-views',
  'SELECT count(*)::int AS count FROM feature_view WHERE user_id = $1',
);

export const ADD_VIEW = statement<
  [userId: number, name: string, query: string],
  { view: FeatureViewResponse }
>(
  'preference.add-view',
  /* sql */ `
    INSERT INTO feature_view AS v (user_id, name, query) VALUES ($1, $2, $3)
    RETURNING ${VIEW_JSON} AS view`,
);

export const UPDATE_VIEW = statement<
  [userId: number, id: number, name: string, query: string],
  { view: FeatureViewResponse }
>(
  'preference.update-view',
  /* sql */ `
    UPDATE feature_view v SET name = $3, query = $4 WHERE v.user_id = $1 AND v.id = $2
    RETURNING ${VIEW_JSON} AS view`,
);

export const DELETE_VIEW = statement<[userId: number, id: number]>(
  'preference.delete-view',
  'DELETE FROM feature_view WHERE user_id = $1 AND id = $2 RETURNING 1',
);

export const CHOOSE_COLUMNS = statement<[userId: number, columns: readonly string[]]>(
  'preference.choose-columns',
  /* sql */ `
    INSERT INTO feature_columns (user_id, columns) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT feature_columns_pkey DO UPDATE SET columns = EXCLUDED.columns`,
);

export const FORGET_COLUMNS = statement<[userId: number]>(
  'preference.forget-columns',
  'DELETE FROM feature_columns WHERE user_id = $1',
);

export const READ_NOTIFICATIONS = statement<
  [userId: number],
  { json: Json<NotificationSettingResponse> }
>(
  'preference.read-notifications',
  /* sql */ `
    SELECT jsonb_build_object('muted', COALESCE(to_jsonb(n.muted), '[]'),
      'seenUntil', iso8601(n.seen_until))::text AS json
      FROM (VALUES (1)) AS one LEFT JOIN notification_setting n ON n.user_id = $1`,
);

export const CHANGE_NOTIFICATIONS = statement<
  [userId: number, muted: readonly string[] | undefined, seenUntil: string | undefined]
>(
  'preference.change-notifications',
  /* sql */ `
    INSERT INTO notification_setting AS n (user_id, muted, seen_until)
    VALUES ($1, COALESCE($2::text[], '{}'), $3::timestamptz)
    ON CONFLICT ON CONSTRAINT notification_setting_pkey DO UPDATE
      SET muted = COALESCE($2::text[], n.muted),
          seen_until = COALESCE($3::timestamptz, n.seen_until)`,
);
