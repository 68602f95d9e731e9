import { BadDataError } from '../../platform/errors/general.errors.js';
import type { Sandbox } from '../../platform/sandbox/sandbox.js';
import { SandboxFailureError, SandboxTimeoutError } from '../../platform/sandbox/sandbox-errors.js';
import type { SandboxTask } from '../../platform/sandbox/sandbox-task.js';
import { Recurrence } from './recurrence.js';

/** A rule, the local time of its start, and how many times are wanted. */
export interface RuleInput {
  rule: string;
  start: string;
  most: number;
}

/** The first local times of a rule, or why it is refused. */
export type FirstTimes = { times: string[] } | { problem: string };

const FINDING: SandboxTask<RuleInput, FirstTimes> = {
  name: 'recurrence rule',
  module: new URL('./recurrence.task.js', import.meta.url),
};

/**
 * The first times of a rule. Those of months and years are found in a worker, since that can take
 * a quarter of a second.
 * @throws BadDataError when it occurs too rarely or too often, or takes too long.
 */
export async function firstTimes(input: RuleInput, sandbox: Sandbox): Promise<string[]> {
  const recurrence = new Recurrence(input.rule, input.start);
  if (!recurrence.isSlow) return recurrence.first(input.most);
  const found = await sandbox.run(FINDING, input).catch(tooSlow);
  if ('problem' in found) throw new BadDataError(found.problem);
  return found.times;
}

function tooSlow(error: unknown): never {
  if (!(error instanceof SandboxTimeoutError || error instanceof SandboxFailureError)) throw error;
  throw new BadDataError('The recurrence rule takes too long to compute. Use a simpler one.');
}
