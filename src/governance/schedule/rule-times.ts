import { BadDataError } from '../../platform/errors/general.errors.js';
import type { Sandbox } from '../../platform/sandbox/sandbox.js';
import {
  SandboxFailureError,
  type SandboxTask,
  SandboxTimeoutError,
} from '../../platform/sandbox/sandbox-task.js';
import { Recurrence } from './recurrence.js';

/** A rule, the local time of its start, and which of its local times are wanted. */
export type RuleQuestion = { readonly rule: string; readonly start: string } & (
  | { readonly first: number }
  | { readonly around: string }
  /** At most `most` times; fewer when the search for them takes too long. */
  | { readonly after: string; readonly to: string; readonly most: number }
);

/** Local times of a rule, or why there are none. */
export type RuleTimes = { times: string[] } | { problem: string };

const TOO_SLOW = 'The recurrence rule takes too long to compute. Use a simpler one.';
/** How long a worker looks for the times of one rule in a calendar, in milliseconds. */
const LOOKING_MS = 300;
const module = new URL('./recurrence.task.js', import.meta.url);
const ASKED: SandboxTask<RuleQuestion, RuleTimes> = { name: 'recurrence rule', module };
/** Schedules that act have another thread: they must not wait until people's rules are checked. */
const ACTING: SandboxTask<RuleQuestion, RuleTimes> = { name: 'next occurrence', module };

/**
 * Finds times of a rule. Those of months and years are found in a worker, since that can take
 * a quarter of a second, and seconds for rules that earlier versions accepted.
 * @throws SandboxBusyError
 */
export async function ruleTimes(
  question: RuleQuestion,
  sandbox: Sandbox,
  task = ASKED,
): Promise<RuleTimes> {
  if (!isSlow(question)) return answerTo(question);
  return sandbox.run(task, question).catch((error: unknown) => {
    if (!(error instanceof SandboxTimeoutError || error instanceof SandboxFailureError))
      throw error;
    return { problem: TOO_SLOW };
  });
}

/**
 * The first times of a rule.
 * @throws BadDataError when it occurs too rarely or too often, or takes too long.
 */
export async function firstTimes(question: RuleQuestion, sandbox: Sandbox): Promise<string[]> {
  const found = await ruleTimes(question, sandbox);
  if ('problem' in found) throw new BadDataError(found.problem);
  return found.times;
}

/**
 * Times among which is the next one after a moment, for a schedule that acts.
 * @throws SandboxBusyError
 */
export function nextTimes(
  question: Extract<RuleQuestion, { around: string }>,
  sandbox: Sandbox,
): Promise<RuleTimes> {
  return ruleTimes(question, sandbox, ACTING);
}

/** Whether a time of a rule can take long to find; not for an invalid one, whose answer says so. */
export function isSlow({ rule, start }: Pick<RuleQuestion, 'rule' | 'start'>): boolean {
  try {
    return new Recurrence(rule, start).isSlow;
  } catch {
    return false;
  }
}

/** Finds the times at once, in this thread. */
export function answerTo(question: RuleQuestion): RuleTimes {
  try {
    const recurrence = new Recurrence(question.rule, question.start);
    if ('first' in question) return { times: recurrence.first(question.first) };
    if ('around' in question) return { times: recurrence.around(question.around) };
    return { times: timesBetween(recurrence, question) };
  } catch (error) {
    if (error instanceof BadDataError) return { problem: error.message };
    throw error;
  }
}

function timesBetween(
  recurrence: Recurrence,
  { after, to, most }: Extract<RuleQuestion, { after: string }>,
): string[] {
  const end = performance.now() + LOOKING_MS;
  const times: string[] = [];
  for (const local of recurrence.after(after)) {
    if (local > to || times.length === most) break;
    times.push(local);
    if (performance.now() > end) break;
  }
  return times;
}
