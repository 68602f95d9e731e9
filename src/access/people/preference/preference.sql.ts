import { statement } from '../../../platform/database/statement.js';
import type { Language } from '../../../platform/http/language.js';
import type { Json } from '../../../platform/http/json.js';
import {
  type FeatureViewResponse,
  type FeatureViewsResponse,
  type NotificationSettingResponse,
  NOTIFICATIONS,
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

export const CHOOSE_LANGUAGE = statement<[userId: number, language: Language | null]>(
  'preference.choose-language',
  'UPDATE app_user SET language = $2 WHERE id = $1',
);

/** When the next mail is due by a rhythm, an SQL expression. */
const nextMailAt = (rhythm: string): string => /* sql */ `CASE ${rhythm}
  WHEN 'soon' THEN now() + interval '5 minutes'
  WHEN 'daily' THEN date_trunc('day', now() - interval '7 hours', 'UTC') + interval '31 hours'
  ELSE date_trunc('week', now() - interval '7 hours', 'UTC') + interval '175 hours' END`;

const KINDS = JSON.stringify(
  Object.entries(NOTIFICATIONS).map(([kind, { events }]) => ({ kind, events })),
);

export const READ_NOTIFICATIONS = statement<
  [userId: number, areMailsSent: boolean],
  { json: Json<NotificationSettingResponse> }
>(
  'preference.read-notifications',
  /* sql */ `
    SELECT jsonb_build_object('muted', COALESCE(to_jsonb(n.muted), '[]'),
      'seenUntil', iso8601(n.seen_until), 'mailed', COALESCE(to_jsonb(n.mailed), '[]'),
      'mailRhythm', COALESCE(n.mail_rhythm, 'daily'), 'canBeMailed', $2 AND EXISTS (
        SELECT FROM app_user u WHERE u.id = $1 AND u.email IS NOT NULL),
      'kinds', '${KINDS}'::jsonb)::text AS json
      FROM (VALUES (1)) AS one LEFT JOIN notification_setting n ON n.user_id = $1`,
);

export const CHANGE_NOTIFICATIONS = statement<
  [
    userId: number,
    muted: readonly string[] | undefined,
    seenUntil: string | undefined,
    mailed: readonly string[] | undefined,
    mailRhythm: string | undefined,
  ]
>(
  'preference.change-notifications',
  /* sql */ `
    INSERT INTO notification_setting AS n (user_id, muted, seen_until, mailed, mail_rhythm,
      mailed_until, mail_due_at)
    VALUES ($1, COALESCE($2::text[], '{}'), $3::timestamptz, COALESCE($4::text[], '{}'),
      COALESCE($5, 'daily'), now(),
      CASE WHEN cardinality($4::text[]) > 0 THEN ${nextMailAt("COALESCE($5, 'daily')")} END)
    ON CONFLICT ON CONSTRAINT notification_setting_pkey DO UPDATE
      SET muted = COALESCE($2::text[], n.muted),
          seen_until = COALESCE($3::timestamptz, n.seen_until),
          mailed = COALESCE($4::text[], n.mailed),
          mail_rhythm = COALESCE($5, n.mail_rhythm),
          -- Whoever had no mails is told of what happens from now on.
          mailed_until = CASE WHEN n.mail_due_at IS NULL THEN now() ELSE n.mailed_until END,
          mail_due_at = CASE
            WHEN cardinality(COALESCE($4::text[], n.mailed)) = 0 THEN NULL
            WHEN $4::text[] IS NULL AND $5::text IS NULL THEN n.mail_due_at
            ELSE ${nextMailAt('COALESCE($5, n.mail_rhythm)')} END`,
);

/** How long another instance waits before it sends a mail that an instance has begun. */
const LEASE = "interval '10 minutes'";
/** Changes become visible when they are committed, a little after the time that they have. */
const LAG = "interval '1 minute'";
/** What happened longer ago is not told by mail any more. */
const MOST = "interval '336 hours'";

/** A mail to send now: its reader, the kinds of notifications in it, and the time it covers. */
export interface DueMail {
  userId: number;
  kinds: string[];
  since: Date;
  until: Date;
  /** Null for people who cannot be written to. */
  email: string | null;
  name: string | null;
  /** Null when none was chosen. */
  language: string | null;
}

/**
 * Takes the mail that is due first. Its time stays the same until it was sent, so that a repeated
 * mail is the same as the first one.
 */
export const CLAIM_MAIL = statement<[], DueMail>(
  'preference.claim-mail',
  /* sql */ `
    UPDATE notification_setting n
       SET mail_due_at = now() + ${LEASE},
           mailing_until = COALESCE(n.mailing_until,
             date_trunc('milliseconds', now() - ${LAG}, 'UTC'))
      FROM (SELECT d.user_id FROM notification_setting d WHERE d.mail_due_at <= now()
             ORDER BY d.mail_due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) due
      JOIN app_user u ON u.id = due.user_id
     WHERE n.user_id = due.user_id
    RETURNING n.user_id AS "userId", n.mailed AS kinds, n.mailing_until AS until,
      GREATEST(n.mailed_until, n.mailing_until - ${MOST}) AS since,
      CASE WHEN u.deleted_at IS NULL THEN u.email END AS email, u.display_name AS name,
      u.language`,
);

/** Notes that a mail was sent, or that there was nothing to tell. */
export const NOTE_MAILED = statement<[userId: number, until: Date]>(
  'preference.note-mailed',
  /* sql */ `
    UPDATE notification_setting n
       SET mailed_until = n.mailing_until, mailing_until = NULL,
           mail_due_at = CASE WHEN cardinality(n.mailed) > 0
             THEN ${nextMailAt('n.mail_rhythm')} END
     WHERE n.user_id = $1 AND n.mailing_until = $2`,
);
