import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { NotificationSettingResponse } from './notification-setting.dto.js';

export const READ = statement<[userId: number], { json: Json<NotificationSettingResponse> }>(
  'notification-setting.read',
  /* sql */ `
    SELECT jsonb_build_object('muted', COALESCE(to_jsonb(n.muted), '[]'),
      'seenUntil', iso8601(n.seen_until))::text AS json
      FROM (VALUES (1)) AS one LEFT JOIN notification_setting n ON n.user_id = $1`,
);

export const CHANGE = statement<
  [userId: number, muted: readonly string[] | undefined, seenUntil: string | undefined]
>(
  'notification-setting.change',
  /* sql */ `
    INSERT INTO notification_setting AS n (user_id, muted, seen_until)
    VALUES ($1, COALESCE($2::text[], '{}'), $3::timestamptz)
    ON CONFLICT ON CONSTRAINT notification_setting_pkey DO UPDATE
      SET muted = COALESCE($2::text[], n.muted),
          seen_until = COALESCE($3::timestamptz, n.seen_until)`,
);
