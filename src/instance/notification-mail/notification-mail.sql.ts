import { payloadOf } from '../../core/event/event-payload.sql.js';
import type { EventOf } from '../../core/event/event.types.js';
import { statement } from '../../platform/database/statement.js';

const request =
  payloadOf<EventOf<'change-request-sent-to-review' | 'change-request-reviewers-updated'>>();

/** Personal tokens that expire within this time concern their owner. */
const EXPIRES_SOON = "interval '336 hours'";

/** A change request whose review a user was asked for. */
export interface WantedReview {
  id: number;
  project: string;
  title: string;
}

/** Reviews that a user was asked for within a time, and that are still wanted. */
export const WANTED_REVIEWS = statement<[userId: number, since: Date, until: Date], WantedReview>(
  'notification-mail.wanted-reviews',
  /* sql */ `
    SELECT cr.id, cr.project, COALESCE(cr.title, 'Change request ' || cr.id) AS title
      FROM change_request_reviewer w
      JOIN change_request cr ON cr.id = w.change_request_id
     WHERE w.user_id = $1 AND cr.state = 'In review'
       AND EXISTS (SELECT FROM event e
         WHERE e.project = cr.project AND ${request.text('data', 'changeRequestId')} = cr.id::text
           AND e.type IN ('change-request-sent-to-review', 'change-request-reviewers-updated')
           AND e.created_at > $2 AND e.created_at <= $3)
     ORDER BY cr.id`,
);

/** Names of a user's personal tokens whose expiry began to be near within a time. */
export const EXPIRING_TOKENS = statement<
  [userId: number, since: Date, until: Date],
  { description: string; expiresAt: Date }
>(
  'notification-mail.expiring-tokens',
  /* sql */ `
    SELECT t.description, t.expires_at AS "expiresAt" FROM personal_token t
     WHERE t.user_id = $1 AND t.expires_at - ${EXPIRES_SOON} > $2
       AND t.expires_at - ${EXPIRES_SOON} <= $3
     ORDER BY t.expires_at`,
);
