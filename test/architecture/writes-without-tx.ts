/** A statement that writes without a `Tx`, and the reason. */
interface Exception {
  statements: string[];
  because: string;
}

const ONE_STATEMENT = 'It is one statement, which nothing has to be recorded with.';
const SWITCH = 'The switch and its event are one statement, for its speed (ADR 3).';
const BACKGROUND = 'It is one statement of the background, which nothing has to be recorded with.';

/** All writes without a `Tx`, by the file that runs them. */
export const WRITES_WITHOUT_TX: Readonly<Record<string, Exception>> = {
  'access/api-token/token-uses.ts': {
    statements: ['MARK_PERSONAL_SEEN', 'MARK_SEEN'],
    because: BACKGROUND,
  },
  'audit/audit-log/denied-request/denied-requests.ts': {
    statements: ['DELETE_SURPLUS', 'WRITE'],
    because: BACKGROUND,
  },
  'audit/audit-log/witness/seal-tree.ts': {
    statements: ['ADD_NODES'],
    because: BACKGROUND,
  },
  'audit/audit-log/witness/witnesses.ts': {
    statements: ['NOTE'],
    because: 'A cosignature is no event: each would lead to a seal, and that to a cosignature.',
  },
  'core/auth/limits/attempt-limit.ts': {
    statements: ['CLEAR', 'COUNT', 'FORGET', 'TAKE_BACK'],
    because: 'An attempt counts even when what was attempted is rolled back.',
  },
  'core/auth/session/session-activity.ts': { statements: ['WRITE'], because: BACKGROUND },
  'governance/change-request/change-request-retention.ts': {
    statements: ['DELETE_UNSENT'],
    because: BACKGROUND,
  },
  'instance/drill/drill.job.ts': { statements: ['CONCLUDE', 'SWITCH'], because: BACKGROUND },
  'instance/notification-mail/notification-mails.ts': {
    statements: ['CLAIM_MAIL', 'NOTE_MAILED'],
    because: 'A mail is taken before it is sent, whatever becomes of it.',
  },
  'instance/drill/drill-observer.ts': { statements: ['REPORT'], because: BACKGROUND },
  'core/event/event-retention.ts': {
    statements: ['FORGET_REMOVED', 'MOVE_EDGE'],
    because: BACKGROUND,
  },
  'core/event/event-tally.ts': { statements: ['ADVANCE'], because: BACKGROUND },
  'flags/feature/switch/feature-switch.service.ts': {
    statements: ['SWITCH_OFF_GUARDED', 'statement'],
    because: SWITCH,
  },
  'flags/feature/switch/switch-batches.ts': { statements: ['SWITCH_BATCH'], because: SWITCH },
  'safety/idempotency/idempotency.service.ts': {
    statements: ['ANSWER', 'CLAIM', 'EXPIRE', 'FORGET', 'RELEASE'],
    because: 'They are part of the transaction of the request, or of the background.',
  },
  'exchange/integration/delivery/cursors.ts': {
    statements: ['MOVE_ON', 'POSTPONE', 'SETTLE', 'TAKE'],
    because: BACKGROUND,
  },
  'exchange/integration/delivery/denied-courier.ts': {
    statements: ['FOLLOW', 'SETTLE_DENIALS', 'TAKE_DENIALS'],
    because: BACKGROUND,
  },
  'instance/insights/instance-insights.job.ts': {
    statements: ['FORGET_DAYS', 'FORGET_STATES', 'FORGET_USAGE', 'NOTE_STATE', 'NOTE_USAGE'],
    because: BACKGROUND,
  },
  'serving/metrics/edge/edge.service.ts': {
    statements: ['FORGET', 'UPDATE_KNOWN'],
    because: ONE_STATEMENT,
  },
  'serving/traffic/traffic.ts': {
    statements: ['ADD_REQUESTS', 'FORGET_REQUESTS', 'FORGET_SKETCHES', 'MERGE_SKETCHES'],
    because: BACKGROUND,
  },
  'instance/operations/counts/count-verification.job.ts': {
    statements: ['NOTE_VERIFIED'],
    because: BACKGROUND,
  },
  'governance/schedule/execution/scheduler.ts': {
    statements: ['DELETE_ENDED'],
    because: BACKGROUND,
  },
  'governance/release-plan/progression/release-plan.jobs.ts': {
    statements: ['TAKE_UNCHECKED'],
    because: BACKGROUND,
  },
  'governance/release-plan/safeguard/safeguard-samples.ts': {
    statements: ['ADD_SAMPLES', 'FORGET_SAMPLES'],
    because: BACKGROUND,
  },
  'safety/safeguard/safeguard-check.ts': {
    statements: ['BEGIN', 'NOTE_CHECK', 'TAKE_UNCHECKED'],
    because: BACKGROUND,
  },
  'serving/sdk-api/snapshot/snapshot-reader.ts': {
    statements: ['NOTE_LATE'],
    because: BACKGROUND,
  },
  'serving/sdk-api/streaming/delivery-writer.ts': {
    statements: [
      'FORGET_INSTANCE',
      'FORGET_INSTANCES',
      'FORGET_SDKS',
      'NOTE_INSTANCE',
      'NOTE_SDKS',
    ],
    because: BACKGROUND,
  },
  'access/sign-in/second-factor/passkeys.ts': {
    statements: ['ADD_CHALLENGE', 'FORGET_CHALLENGES', 'MAKE_ROOM'],
    because: ONE_STATEMENT,
  },
  'access/sign-in/session/login-failures.ts': {
    statements: ['DELETE_OLD_FAILURES'],
    because: BACKGROUND,
  },
  'access/sign-in/session/pending-sign-ins.ts': {
    statements: ['FAIL_PENDING'],
    because: 'A failure counts although the sign-in is rolled back.',
  },
  'access/sign-in/session/session-opener.ts': { statements: ['statement'], because: BACKGROUND },
  'access/sign-in/sso/saml/assertion-store.ts': {
    statements: ['DELETE_EXPIRED', 'KEEP', 'TAKE'],
    because: 'An assertion is used up even when the login fails.',
  },
};
