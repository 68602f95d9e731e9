import { ApiError } from '../../platform/errors/api-error.js';

/** What is tried in each drill, on each instance; `switch` and `replica` once for all. */
export const CHANNELS = ['snapshot', 'poll', 'stream', 'delta', 'ofrep'] as const;
export type Channel = (typeof CHANNELS)[number];

/** All that can be broken. */
export const PARTS = [
  ...CHANNELS,
  'switch',
  'notification',
  'environment',
  'clock',
  'instance',
  'replica',
] as const;
export type Part = (typeof PARTS)[number];

/** A drill is in time when everybody has the change within so many milliseconds. */
export const IN_TIME_MS = 1_000;
/** How long an instance tries to read a change back. */
export const READ_BACK_MS = 3_000;
/** How long an instance counts as taking part without a sign of life, at least. */
const VALID_SECONDS = 25;
/** Signs of life are 10 s apart, and reports are read 4 s after a switch. */
const SIGN_OF_LIFE_SECONDS = 15;
/** A clock that differs by more than this is wrong. */
const CLOCK_MS = 2_000;
/**
 * How much earlier than the switch a notification may seem to have arrived, because of the time
 * that statements take.
 */
const EARLY_MS = 250;
/** Codes of errors, such as `ECONNREFUSED` and `57P01`. */
const CODE = /^[A-Z0-9_]{1,40}$/;

/** A switch of the reserved features. */
export interface Drill {
  round: number;
  enabled: boolean;
  /** Id of its transaction. */
  transactionId: string;
}

/** A reserved feature as SDKs would get it. */
export interface DrillFeature {
  enabled: boolean;
  /** Round and transaction of the drill; null in no reserved feature. */
  description: string | null;
}

/** When a change was there, as its age in milliseconds at the end of the report; or why not. */
export type Finding = { age: number } | { reason: string };

/** What an instance has read back. */
export interface Report {
  channels: Record<Channel, Finding>;
  /**
   * Age in milliseconds of the last notification of another instance; null when there was none,
   * and undefined on the instance that has switched.
   */
  notified?: number | null;
  /** Environments that are served from a state before the change. */
  outdated: string[];
}

/** An instance that takes part, with its last report, if there is one. */
export interface InstanceReport {
  instanceId: string;
  /** Host and port. */
  name: string | null;
  round: number | null;
  elapsedMs: number | null;
  clockMs: number | null;
  report: Report | null;
  silentSeconds: number;
}

/**
 * For how many seconds an instance counts as taking part without a sign of life: so long that the
 * drill after it has hung or was killed names it, whenever that was.
 */
export function validSeconds(drillSeconds: number): number {
  return Math.max(VALID_SECONDS, drillSeconds + SIGN_OF_LIFE_SECONDS);
}

/** Something that did not get the change in time. */
export interface BrokenPart {
  part: Part;
  /** Host and port of the instance, or of the replica. */
  where: string;
  reason: string;
}

/** What came of a drill. */
export interface Outcome {
  /** Until the slowest had the change; null when one did not get it. */
  milliseconds: number | null;
  broken: BrokenPart[];
}

/**
 * Judges a drill by the reports of all instances.
 * @param took How long the switch took on the instance `where`, in milliseconds.
 */
export function outcomeOf(
  { round }: Drill,
  { took, where }: { took: number; where: string },
  reports: readonly InstanceReport[],
): Outcome {
  const judged = reports.map((one) =>
    one.round === round ? judge(one) : { times: [null], broken: [silent(one)] },
  );
  const late: BrokenPart[] =
    took > IN_TIME_MS ? [{ part: 'switch', where, reason: `The switch took ${took} ms.` }] : [];
  const times = judged.flatMap((one) => one.times);
  const known = times.filter((time) => time !== null);
  return {
    milliseconds:
      reports.length > 0 && known.length === times.length
        ? known.reduce((slowest, time) => Math.max(slowest, time), took)
        : null,
    broken: [...late, ...judged.flatMap((one) => one.broken)],
  };
}

function silent({ name, instanceId, silentSeconds }: InstanceReport): BrokenPart {
  const seconds = Math.max(0, Math.round(silentSeconds));
  return {
    part: 'instance',
    where: name ?? instanceId,
    reason: `It has not reported. Its last sign of life was ${seconds} s ago.`,
  };
}

/** Milliseconds from the switch until a channel had it. */
export function millisecondsOf(finding: Finding, elapsedMs: number): number | null {
  return 'age' in finding ? Math.max(0, Math.round(elapsedMs - finding.age)) : null;
}

function judge(one: InstanceReport): { times: (number | null)[]; broken: BrokenPart[] } {
  const where = one.name!;
  const report = one.report!;
  const broken: BrokenPart[] = [];
  const times = CHANNELS.map((part) => {
    const finding = report.channels[part];
    const time = millisecondsOf(finding, one.elapsedMs!);
    if ('reason' in finding) broken.push({ part, where, reason: finding.reason });
    else if (time! > IN_TIME_MS)
      broken.push({ part, where, reason: `It had the change after ${time} ms.` });
    return time;
  });
  const found = besides(one, report).map((part) => ({ ...part, where }));
  return { times, broken: [...broken, ...found] };
}

function besides(
  { elapsedMs, clockMs }: InstanceReport,
  { notified, outdated }: Report,
): Omit<BrokenPart, 'where'>[] {
  const broken: Omit<BrokenPart, 'where'>[] = [];
  if (notified === null || (notified !== undefined && notified > elapsedMs! + EARLY_MS))
    broken.push({
      part: 'notification',
      reason: 'No notification arrived. The change was found by looking for changes.',
    });
  if (outdated.length > 0)
    broken.push({
      part: 'environment',
      reason: `These are served from an older state: ${outdated.join(', ')}.`,
    });
  if (Math.abs(clockMs!) > CLOCK_MS) {
    const seconds = Math.round(Math.abs(clockMs!) / 1_000);
    const side = clockMs! > 0 ? 'ahead of' : 'behind';
    broken.push({ part: 'clock', reason: `It is ${seconds} s ${side} that of PostgreSQL.` });
  }
  return broken;
}

/** A failure whose message tells nothing internal. */
export class DrillError extends Error {
  override readonly name = 'DrillError';
}

/**
 * Why something failed, for everybody: messages of PostgreSQL and of Node.js may contain addresses
 * or statements, of which only the code is told.
 */
export function publicReasonOf(error: unknown): string {
  if (error instanceof DrillError || error instanceof ApiError) return error.message;
  const { code } = error as { code?: unknown };
  return `It failed${typeof code === 'string' && CODE.test(code) ? ` with ${code}` : ''}.`;
}

/** Whether a transaction is visible in a PostgreSQL snapshot, like `pg_visible_in_snapshot`. */
export function isVisible(transactionId: string, snapshot: string): boolean {
  const [xmin, xmax, running] = snapshot.split(':');
  const id = BigInt(transactionId);
  if (id < BigInt(xmin!)) return true;
  return id < BigInt(xmax!) && !(running ?? '').split(',').includes(transactionId);
}

/** The drill that a reserved feature comes from. */
export function drillOf({ enabled, description }: DrillFeature): Drill {
  const [round, transactionId] = (description ?? '').split(' ');
  return { round: Number(round), enabled, transactionId: transactionId! };
}

/** The latest drill of which there are features; undefined without features. */
export function latestRound(features: readonly DrillFeature[]): number | undefined {
  return features
    .map((feature) => drillOf(feature).round)
    .sort((a, b) => a - b)
    .at(-1);
}
