import { counted } from './format.js';

const MOST_IDS = 50;
const someOf = (ids: readonly number[]): string =>
  `${ids.slice(0, MOST_IDS).join(', ')}${ids.length > MOST_IDS ? ', …' : ''}`;
const events = (count: number): string => counted(count, 'event', 'events');

export const auditTexts = {
  title: 'Audit log',
  intro:
    'Who changed what, and when. Events are sealed, so that later changes to the log are noticed.',
  parts: 'Parts of the audit log',
  eventsPart: 'Events',
  causesPart: 'What caused it?',
  checkpointsPart: 'Checkpoints',
  witnessesPart: 'Witnesses',
  signInsPart: 'Sign-ins',
  deniedPart: 'Denied requests',
  search: 'Search, such as “turned off yesterday 14:00”',
  /** Periods that the search understands. */
  periods: {
    today: 'today',
    yesterday: 'yesterday',
    'this-week': 'this week',
    'last-week': 'last week',
  },
  /** Before a time of day. */
  atTime: 'at',
  searchedPeriod: (from: string, to: string): string => `Events from ${from} to ${to}.`,
  type: 'Type',
  feature: 'Feature',
  project: 'Project',
  environment: 'Environment',
  creator: 'By',
  from: 'From day',
  to: 'To day',
  severalHint: 'Separate several with commas',
  any: 'Any',
  criteria: (count: number): string => (count > 0 ? `Criteria (${count})` : 'Criteria'),
  reset: 'Remove all criteria',
  list: 'Events',
  download: (count: number, total: number): string =>
    count < total
      ? `Download the newest ${events(count)} as CSV`
      : `Download ${events(count)} as CSV`,
  when: 'When',
  what: 'What',
  who: 'By',
  where: 'Where',
  id: 'Id',
  details: (id: number): string => `Details of event ${id}`,
  showDetails: 'Details',
  hideDetails: 'Hide',
  hideDetailsOf: (id: number): string => `Hide the details of event ${id}`,
  nothingTitle: 'No event matches',
  nothing: 'Change the text, remove criteria, or choose a longer period.',
  emptyTitle: 'There are no events yet',
  empty: 'Each change of a feature, project or setting is recorded here.',
  ip: 'Address',
  undoes: (id: number): string => `Undoes event ${id}`,
  tags: 'Tags of the feature',
  stateBefore: 'The feature before this event',
  playgroundBefore: 'What people got before',
  playgroundAfter: 'What people got after',
  changesBefore: 'What changed before this time?',
  undo: 'Undo…',
  verify: 'Verify',
  verifying: 'Verifying…',
  verifyTitle: 'Inclusion proof, verified in this browser',
  proven: (index: number): string => `The event is in checkpoint ${index}, unchanged.`,
  notProven: 'The event does not verify. Tell whoever operates the service.',
  notSealed: 'The event is not sealed yet. Try again in a few seconds.',
  steps: {
    event: 'The event on this page is the proven one.',
    leaf: 'Its leaf hash is the SHA-256 of its canonical JSON (RFC 8785).',
    root: 'The audit path leads to the Merkle root of the checkpoint (RFC 6962).',
    hash: 'The hash of the checkpoint is that of its content.',
    signature: 'The signature of the checkpoint is valid, with a published key.',
  },
  right: 'right',
  wrong: 'wrong',
  checkpointsIntro:
    'Every few seconds a signed checkpoint seals the new events. Each one names the hash of the one before.',
  verifyChain: 'Verify all checkpoints',
  stop: 'Stop',
  chainProgress: (count: number): string =>
    `${counted(count, 'checkpoint', 'checkpoints')} verified…`,
  chainDone: (count: number): string =>
    `${counted(count, 'checkpoint', 'checkpoints')} verified: numbers, positions, hashes, chain and signatures are right.`,
  chainWrong: (count: number): string =>
    `The chain does not verify: ${counted(count, 'problem', 'problems')}`,
  chainKey: 'Key of the first checkpoint; compare it with one that you noted:',
  chainLast: 'Hash of the last checkpoint; note it, to notice later if the log was replaced:',
  sealMissing: (index: number): string => `Checkpoint ${index} is missing.`,
  sealUnlinked: (index: number): string => `Checkpoint ${index} does not follow the one before it.`,
  sealPositions: (index: number): string =>
    `The positions of checkpoint ${index} do not follow those before it.`,
  sealInstance: (index: number): string => `Checkpoint ${index} belongs to another instance.`,
  sealWrong: (index: number, statement: string): string =>
    `Checkpoint ${index} fails this check: ${statement}`,
  checkpoints: 'Checkpoints',
  number: 'Number',
  sealedAt: 'Sealed',
  period: 'Time of its events',
  size: 'Events',
  hash: 'Hash',
  verifyEvents: (index: number): string => `Verify the events of checkpoint ${index}`,
  eventsRight: (verified: number, removed: number): string =>
    removed === 0
      ? `${events(verified)}, unchanged.`
      : `${events(verified)} unchanged, ${events(removed)} no longer kept.`,
  eventsWrong: (ids: readonly number[]): string => `Changed or inserted events: ${someOf(ids)}`,
  eventsMissing: (ids: readonly number[]): string =>
    `Removed events, although their retention has not ended: ${someOf(ids)}`,
  rootWrong: 'The hashes of the events do not lead to the Merkle root of the checkpoint.',
  noCheckpoints: 'No checkpoint yet',
  noCheckpointsHint: 'The first one is made a few seconds after the first event.',
  older: 'Older',
  newest: 'Newest',
  signIns: 'Sign-ins',
  signInsIntro: 'Successful and failed sign-ins. During many failures only some are recorded.',
  person: 'Person',
  method: 'Method',
  result: 'Result',
  succeeded: 'succeeded',
  failed: (reason: string): string => `failed: ${reason}`,
  noSignIns: 'Nobody has signed in yet',
  noSignInsHint: 'Sign-ins with a password or an identity provider are listed here.',
  denied: 'Denied requests',
  deniedIntro:
    'Requests that were refused because of a missing permission or an unknown token, counted by caller, route and minute.',
  route: 'Request',
  caller: 'Caller',
  requests: 'Requests',
  reason: 'Reason',
  reasons: { forbidden: 'missing permission', 'unknown-token': 'unknown token' },
  callers: {
    user: 'user',
    'api-token': 'API token',
    'personal-token': 'personal token',
    unknown: 'unknown token',
    others: 'others, beyond the limit of rows',
  } as Record<string, string>,
  noDenied: 'No request was denied',
  noDeniedHint: 'Requests without permission or with an unknown token appear here.',
  page: (page: number): string => `Page ${page}`,
};

export const witnessTexts = {
  intro:
    'Who cosigns the audit log without seeing it. What a witness has cosigned cannot be rewritten unseen, whoever holds the database and the signing key.',
  create: 'Register a witness',
  empty: 'No witness yet',
  emptyHint: 'Somebody runs "flags witness", which prints a verifier key to register here.',
  verifierKey: 'Verifier key',
  verifierKeyHint: 'As "flags witness" prints it. Get it from the witness itself.',
  seals: 'Cosigned seals',
  cosignedAt: 'Last cosigned',
  missing: 'Not cosigned yet',
  none: 'nothing',
  waiting: (count: number): string => counted(count, 'seal', 'seals'),
  since: 'since',
  deleteTitle: (name: string): string => `Delete the witness ${name}`,
  deleteHint: 'Its cosignatures are no longer taken. What it keeps itself stays valid.',
};
