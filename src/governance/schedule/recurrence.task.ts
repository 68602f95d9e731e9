import { BadDataError } from '../../platform/errors/general.errors.js';
import { Recurrence } from './recurrence.js';
import type { FirstTimes, RuleInput } from './first-times.js';

/** Runs in a worker thread: the first occurrences of a rule. */
export default function first({ rule, start, most }: RuleInput): FirstTimes {
  try {
    return { times: new Recurrence(rule, start).first(most) };
  } catch (error) {
    if (error instanceof BadDataError) return { problem: error.message };
    throw error;
  }
}
