import { ApiProperty } from '@nestjs/swagger';
import { Moment, TextList } from '../../../platform/http/validation/shape.decorators.js';

/** Of what the console notifies people. */
export const NOTIFICATIONS = ['review', 'failure', 'token', 'safeguard', 'stale'] as const;

/** What to change of the settings; what is omitted stays. */
export class NotificationSettingDto {
  /**
   * Of what the caller is not notified: `review` (waiting reviews), `failure` (planned changes that
   * were not made), `token` (personal tokens that expire), `safeguard` (safeguards that fired) and
   * `stale` (features that became stale). Other names are refused.
   */
  @TextList({ optional: true, max: NOTIFICATIONS.length })
  muted?: string[];
  /** Until when the caller has seen what happened. */
  @Moment({ optional: true })
  seenUntil?: string;
}

/** The caller's settings of notifications. */
export class NotificationSettingResponse {
  /** Of what the caller is not notified. */
  @ApiProperty({ type: [String], enum: NOTIFICATIONS })
  muted: string[];
  /** Until when the caller has seen what happened; null if nothing yet. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  seenUntil: string | null;
}
