import { Injectable } from '@nestjs/common';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { Sandbox } from '../../../platform/sandbox/sandbox.js';
import {
  SandboxFailureError,
  type SandboxTask,
  SandboxTimeoutError,
} from '../../../platform/sandbox/sandbox-task.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import type { ConstraintDto } from './strategy.dto.js';
import { MAX_PATTERN_LENGTH, REGEX_OPERATORS, type Operator } from './operators.js';

/** Upper bound on the length of a pattern multiplied by its repetition counts. */
const MAX_PATTERN_SIZE = 20_000;

const COMPILING: SandboxTask<string[], string[]> = {
  name: 'pattern check',
  module: new URL('./pattern-check.task.js', import.meta.url),
};

/**
 * Checks which patterns SDKs can compile. Runs in a worker, because compiling some takes seconds.
 */
@Injectable()
export class PatternCheck {
  constructor(private readonly sandbox: Sandbox) {}

  /**
   * The usable patterns among those of the constraints: SDKs can compile them, and they do not
   * become too large.
   * @throws BadDataError when they cannot be checked in time.
   */
  async usablePatterns(constraints: readonly ConstraintDto[]): Promise<ReadonlySet<string>> {
    const patterns = new Set<string>();
    const slice = new TimeSlice();
    await slice.forEach(
      constraints,
      ({ operator, value }) => void (isRegex(operator) && value && patterns.add(value)),
    );
    const small: string[] = [];
    await slice.forEach(patterns, (pattern) => void (isSmall(pattern) && small.push(pattern)));
    if (small.length === 0) return new Set();
    try {
      return new Set(await this.sandbox.run(COMPILING, small));
    } catch (error) {
      if (!(error instanceof SandboxTimeoutError || error instanceof SandboxFailureError))
        throw error;
      throw new BadDataError(
        'The patterns of the constraints take too long to compile: use fewer or simpler patterns.',
      );
    }
  }
}

/**
 * Whether a pattern stays small when its repetitions are expanded. Computed before compiling,
 * because compiling takes time proportional to the result.
 */
function isSmall(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) return false;
  const repetitions = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)].reduce(
    (sum, [, min, max]) => sum + Number(max || min),
    0,
  );
  return pattern.length * repetitions <= MAX_PATTERN_SIZE;
}

function isRegex(operator: Operator): boolean {
  return (REGEX_OPERATORS as readonly Operator[]).includes(operator);
}
