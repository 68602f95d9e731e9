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
  'api-token/token-use-writer.ts': {
    statements: ['MARK_PERSONAL_SEEN', 'MARK_SEEN'],
    because: BACKGROUND,
  },
  'audit-log/denied-request/denied-requests.ts': {
    statements: ['DELETE_SURPLUS', 'WRITE'],
    because: BACKGROUND,
  },
  'auth/limits/attempt-limit.ts': {
    statements: ['CLEAR', 'COUNT', 'FORGET', 'TAKE_BACK'],
    because: 'An attempt counts even when what was attempted is rolled back.',
  },
  'auth/session/session-activity.ts': { statements: ['WRITE'], because: BACKGROUND },
  'change-request/change-request-retention.ts': {
    statements: ['DELETE_UNSENT'],
    because: BACKGROUND,
  },
  'drill/drill.job.ts': { statements: ['CONCLUDE', 'SWITCH'], because: BACKGROUND },
  'drill/drill-observer.ts': { statements: ['REPORT'], because: BACKGROUND },
  'event/event-retention.ts': { statements: ['FORGET_REMOVED', 'MOVE_EDGE'], because: BACKGROUND },
  'event/event-tally.ts': { statements: ['ADVANCE'], because: BACKGROUND },
  'feature/switch/feature-switch.service.ts': {
    statements: ['statement'],
    because: SWITCH,
  },
  'feature/switch/switch-batches.ts': { statements: ['SWITCH_BATCH'], because: SWITCH },
  'idempotency/idempotency.service.ts': {
    statements: ['ANSWER', 'CLAIM', 'EXPIRE', 'FORGET'],
    because: 'They are part of the transaction of the request, or of the background.',
  },
  'integration/delivery/cursors.ts': {
    statements: ['MOVE_ON', 'POSTPONE', 'SETTLE', 'TAKE'],
    because: BACKGROUND,
  },
  'metrics/edge/edge.service.ts': {
    statements: ['FORGET', 'UPDATE_KNOWN'],
    because: ONE_STATEMENT,
  },
  'operations/counts/count-verification.job.ts': {
    statements: ['NOTE_VERIFIED'],
    because: BACKGROUND,
  },
  'schedule/execution/scheduler.ts': { statements: ['DELETE_ENDED'], because: BACKGROUND },
  'release-plan/progression/release-plan.jobs.ts': {
    statements: ['TAKE_UNCHECKED'],
    because: BACKGROUND,
  },
  'release-plan/safeguard/safeguard-samples.ts': {
    statements: ['ADD_SAMPLES', 'FORGET_SAMPLES'],
    because: BACKGROUND,
  },
  'safeguard/safeguard-check.ts': {
    statements: ['BEGIN', 'NOTE_CROSSED'],
    because: BACKGROUND,
  },
  'safeguard/safeguard.jobs.ts': { statements: ['TAKE_UNCHECKED'], because: BACKGROUND },
  'sdk-api/streaming/delivery-writer.ts': {
    statements: ['FORGET_SDKS', 'NOTE_SDKS'],
    because: BACKGROUND,
  },
  'sdk-api/streaming/instance-writer.ts': {
    statements: ['FORGET_INSTANCE', 'FORGET_INSTANCES', 'NOTE_INSTANCE'],
    because: BACKGROUND,
  },
  'sign-in/second-factor/passkey-challenges.ts': {
    statements: ['ADD', 'FORGET', 'MAKE_ROOM'],
    because: ONE_STATEMENT,
  },
  'sign-in/session/login-failures.ts': { statements: ['DELETE_OLD'], because: BACKGROUND },
  'sign-in/session/pending-sign-ins.ts': {
    statements: ['FAIL'],
    because: 'A failure counts although the sign-in is rolled back.',
  },
  'sign-in/session/session-cleanup.ts': { statements: ['statement'], because: BACKGROUND },
  'sign-in/sso/saml/assertion-store.ts': {
    statements: ['DELETE_EXPIRED', 'KEEP', 'TAKE'],
    because: 'An assertion is used up even when the login fails.',
  },
};
