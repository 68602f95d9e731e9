import { ApiProperty } from '@nestjs/swagger';
import type { EventType } from '../../../core/event/event.types.js';
import { type Language, LANGUAGES } from '../../../platform/http/language.js';
import {
  Moment,
  OneOf,
  Text,
  TextList,
} from '../../../platform/http/validation/shape.decorators.js';

/** A view of the list of features: what is found, in which order, and what is shown of it. */
export class FeatureViewDto {
  /** Name, unique among the caller's views, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /**
   * Filters, order and columns, as the query of the list's address in the console without `?`, such
   * as `on=production&sort=createdAt&desc=true`. At most 2,000 characters.
   */
  @Text({ max: 2000 })
  query: string;
}

/** A view of the list of features. */
export class FeatureViewResponse {
  /** Id of the view. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Its name, unique among the caller's views. */
  name: string;
  /** Filters, order and columns, as the query of the list's address in the console. */
  query: string;
}

/** The views of the caller. */
export class FeatureViewsResponse {
  /** The views, in alphabetical order. */
  views: FeatureViewResponse[];
}

/** Which columns the list of features has. */
export class FeatureColumnsDto {
  /**
   * The chosen columns, at most 100, such as `createdAt` or `environment:production`; absent for
   * those that the console shows to everybody.
   */
  @TextList({ optional: true, max: 100 })
  columns?: string[];
}

/** In which language the caller reads mails. */
export class LanguageDto {
  /** `en`, `de` or `fr`; absent for none, which is English. */
  @OneOf(LANGUAGES, { optional: true })
  language?: Language;
}

interface NotificationKind {
  /** The events of which it tells; none where it is found in another way. */
  events: readonly EventType[];
}

/** Of what people are notified, in the order of the settings and of mails. */
export const NOTIFICATIONS = {
  review: { events: [] },
  access: { events: [] },
  failure: {
    events: [
      'schedule-missed',
      'schedule-suspended',
      'change-request-scheduled-application-failure',
      'change-request-schedule-suspended',
      'release-plan-progressions-paused',
    ],
  },
  safeguard: { events: ['feature-safeguard-triggered'] },
  token: { events: [] },
  stale: { events: ['feature-stale-on', 'feature-potentially-stale-on'] },
} as const satisfies Record<string, NotificationKind>;
export type Notification = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as Notification[];

const MAIL_RHYTHMS = ['soon', 'daily', 'weekly'] as const;
type MailRhythm = (typeof MAIL_RHYTHMS)[number];

/** What to change of the settings; what is omitted stays. */
export class NotificationSettingDto {
  /**
   * Of what the caller is not notified: `review` (waiting reviews), `access` (requests for access
   * that wait for them, and decisions about theirs), `failure` (planned changes that were not
   * made), `token` (personal tokens that expire), `safeguard` (safeguards that fired) and `stale`
   * (features that became stale). Other names are refused.
   */
  @TextList({ optional: true, max: NOTIFICATION_KINDS.length })
  muted?: string[];
  /** Until when the caller has seen what happened. */
  @Moment({ optional: true })
  seenUntil?: string;
  /** Of what the caller gets mails, by the same names; of nothing by default. */
  @TextList({ optional: true, max: NOTIFICATION_KINDS.length })
  mailed?: string[];
  /**
   * How often at most there is a mail: `soon` (within minutes), `daily` (at 7:00 UTC, the default)
   * or `weekly` (on Mondays).
   */
  @OneOf(MAIL_RHYTHMS, { optional: true })
  mailRhythm?: MailRhythm;
}

/** A kind of notifications. */
export class NotificationKindResponse {
  /** Its name in the settings. */
  @ApiProperty({ enum: NOTIFICATION_KINDS })
  kind: Notification;
  /** Types of the events of which it tells; none where it tells of something else. */
  events: string[];
}

/** The caller's settings of notifications. */
export class NotificationSettingResponse {
  /** Of what the caller is not notified. */
  @ApiProperty({ type: [String], enum: NOTIFICATION_KINDS })
  muted: string[];
  /** Until when the caller has seen what happened; null if nothing yet. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  seenUntil: string | null;
  /** Of what the caller gets mails. */
  @ApiProperty({ type: [String], enum: NOTIFICATION_KINDS })
  mailed: string[];
  /** How often at most there is a mail. */
  @ApiProperty({ enum: MAIL_RHYTHMS })
  mailRhythm: MailRhythm;
  /** Whether the service sends mails, and the caller has an address. */
  canBeMailed: boolean;
  /** All kinds of notifications, in the order in which they are listed. */
  kinds: NotificationKindResponse[];
}
