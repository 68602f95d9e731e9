import { Injectable } from '@nestjs/common';
import { resolveContextValue } from 'unleash-client/lib/helpers.js';
import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.dto.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import {
  SandboxBusyError,
  SandboxFailureError,
  type SandboxTask,
  SandboxTimeoutError,
} from '../../platform/sandbox/sandbox-task.js';
import { Sandbox } from '../../platform/sandbox/sandbox.js';
import type { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ClientFeature, ClientStrategy } from '../sdk-api/client-features.js';
import type { PatternMatch } from './pattern-match.task.js';
import { checkConstraint, type FeatureSource, type SdkContext, takeResultsFrom } from './sdk.js';

/**
 * Evaluation time of the SDK in microseconds, measured on a CPU of 2020: an upper bound, plus a
 * time for each character of the longest text in the context.
 */
interface EvaluationCost {
  fixed: number;
  perCharacter: number;
}

/** Maximum number of instructions of a compiled pattern; larger ones are refused. */
const LARGEST_PROGRAM = 1_000;
const COMPILING_INSTRUCTION = 5;
const MATCHING_INSTRUCTION = 0.06;
const LIST_VALUE = 1;
const NETWORK = 100;
const SEARCHED_CHARACTER = 0.0025;
const REPETITION = /\{(\d{1,4})(?:,(\d{0,4}))?\}/g;

const costs = new WeakMap<ConstraintResponse, EvaluationCost>();

/** The cost of a constraint, which is estimated once. */
function costOf(constraint: ConstraintResponse): EvaluationCost {
  let cost = costs.get(constraint);
  if (!cost) costs.set(constraint, (cost = estimated(constraint)));
  return cost;
}

/** The sum of several costs. */
function sumOf(all: Iterable<EvaluationCost>): EvaluationCost {
  const sum = { fixed: 0, perCharacter: 0 };
  for (const { fixed, perCharacter } of all) {
    sum.fixed += fixed;
    sum.perCharacter += perCharacter;
  }
  return sum;
}

/** Microseconds for a context whose longest text has this length. */
function microseconds({ fixed, perCharacter }: EvaluationCost, characters: number): number {
  return fixed + perCharacter * characters;
}

function estimated({ operator, value, values }: ConstraintResponse): EvaluationCost {
  const count = values?.length ?? 0;
  if (operator === 'REGEX') {
    const instructions = programSize(value ?? '');
    return {
      fixed: instructions * COMPILING_INSTRUCTION,
      perCharacter: instructions * MATCHING_INSTRUCTION,
    };
  }
  if (operator === 'IN_CIDR') return { fixed: LIST_VALUE + count * NETWORK, perCharacter: 0 };
  return {
    fixed: LIST_VALUE + count * LIST_VALUE,
    perCharacter: operator.startsWith('STR_') ? count * SEARCHED_CHARACTER : 0,
  };
}

/** An upper bound on the instructions that a pattern is compiled to. */
function programSize(pattern: string): number {
  const repetitions = [...pattern.matchAll(REPETITION)].reduce(
    (sum, [, min, max]) => sum + Number(max || min),
    1,
  );
  return Math.min(LARGEST_PROGRAM, pattern.length * repetitions);
}

/** Microseconds above which a feature is evaluated in slices of time. */
const LONG = 5_000;
/** Microseconds up to which an evaluation is not divided. */
const INDIVISIBLE = 10_000;
/** Maximum number of patterns per context that are matched with long texts in a worker. */
const MAX_LONG_MATCHES = 20;

const MATCHING: SandboxTask<PatternMatch, boolean> = {
  name: 'pattern match',
  module: new URL('./pattern-match.task.js', import.meta.url),
};

/**
 * Evaluates constraints of features for which the SDK, which cannot be interrupted, would take too
 * long: one by one, so that other requests are served in between, and the slowest in a worker.
 */
@Injectable()
export class ConstraintPreparation {
  constructor(private readonly sandbox: Sandbox) {}

  /** Starts the evaluation of features for one context. */
  for(context: SdkContext, source: FeatureSource): PreparedContext {
    return new PreparedContext(this.sandbox, context, source);
  }
}

/** One context, with the results of the constraints that are already evaluated. */
export class PreparedContext {
  private readonly results = new Map<ConstraintResponse, boolean>();
  private readonly longestText: number;
  private longMatches = 0;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly context: SdkContext,
    private readonly source: FeatureSource,
  ) {
    this.longestText = longestTextOf(context);
  }

  /** Whether a feature has to be prepared before it is evaluated. */
  isLong(feature: ClientFeature): boolean {
    let time = this.timeOf(feature);
    for (const parent of this.parentsOf(feature)) time += this.timeOf(parent);
    return time > LONG;
  }

  /**
   * Evaluates the constraints of a feature and its parents in slices of time.
   * @param isThorough Whether to evaluate all constraints, as the playground needs; otherwise stops
   * at the first that does not match, as the SDK does.
   * @throws BadDataError when matching patterns takes too long.
   */
  async prepare(
    feature: ClientFeature,
    slice: TimeSlice,
    { isThorough = false } = {},
  ): Promise<void> {
    takeResultsFrom(this.results, this.context);
    for (const { strategies } of [feature, ...this.parentsOf(feature)])
      for (const strategy of strategies) {
        for (const constraint of this.constraintsOf(strategy)) {
          await slice.rest();
          const result = this.results.get(constraint) ?? (await this.evaluated(constraint, slice));
          this.results.set(constraint, result);
          if (!result && !isThorough) break;
        }
      }
  }

  private timeOf(feature: ClientFeature): number {
    const { own, segments } = costsOf(feature);
    let time = microseconds(own, this.longestText);
    for (const id of segments)
      time += microseconds(
        listCost(this.source.getSegment(id)?.constraints ?? []),
        this.longestText,
      );
    return time;
  }

  private parentsOf({ dependencies }: ClientFeature): readonly ClientFeature[] {
    return dependencies?.flatMap(({ feature }) => this.source.getToggle(feature) ?? []) ?? NONE;
  }

  private *constraintsOf({ constraints, segments = [] }: ClientStrategy) {
    yield* constraints;
    for (const id of segments) yield* this.source.getSegment(id)?.constraints ?? [];
  }

  private async evaluated(constraint: ConstraintResponse, slice: TimeSlice): Promise<boolean> {
    const time = microseconds(costOf(constraint), this.longestText);
    if (time <= INDIVISIBLE) return checkConstraint(constraint, this.context);
    if (constraint.operator === 'REGEX') return this.matched(constraint);
    return this.inParts(constraint, Math.ceil(time / INDIVISIBLE), slice);
  }

  /** Evaluates a constraint with a long list of values, some values at a time. */
  private async inParts(
    constraint: ConstraintResponse,
    parts: number,
    slice: TimeSlice,
  ): Promise<boolean> {
    const { values = [], operator, inverted = false } = constraint;
    const count = Math.ceil(values.length / parts);
    const isAbsence = operator === 'NOT_IN';
    for (let from = 0; from < values.length; from += count) {
      await slice.rest();
      const part = { ...constraint, values: values.slice(from, from + count), inverted: false };
      if (checkConstraint(part, this.context) !== isAbsence) return isAbsence === inverted;
    }
    return isAbsence !== inverted;
  }

  private async matched({
    contextName,
    value = '',
    caseInsensitive = false,
    inverted = false,
  }: ConstraintResponse): Promise<boolean> {
    const text = resolveContextValue(this.context as never, contextName);
    if (text === undefined) return inverted;
    if (++this.longMatches > MAX_LONG_MATCHES) throw tooLong();
    const match = { pattern: value, caseInsensitive, text };
    const isMatch = await this.inWorker(match).catch((error: unknown) => {
      if (!(error instanceof SandboxTimeoutError)) throw error;
      return this.inWorker(match).catch(() => {
        throw new SandboxBusyError();
      });
    });
    return isMatch !== inverted;
  }

  /** Patterns that are accepted for storage take too long only if the machine is too busy. */
  private async inWorker(match: PatternMatch): Promise<boolean> {
    return this.sandbox.run(MATCHING, match).catch((error: unknown) => {
      throw error instanceof SandboxFailureError ? tooLong() : error;
    });
  }
}

const NONE: readonly ClientFeature[] = [];

/** The cost of a feature without its segments, and the segments. */
interface FeatureCosts {
  own: EvaluationCost;
  segments: readonly number[];
}

const featureCosts = new WeakMap<ClientFeature, FeatureCosts>();

/** Unchanged features stay the same object. */
function costsOf(feature: ClientFeature): FeatureCosts {
  let costs = featureCosts.get(feature);
  if (!costs) {
    const { strategies } = feature;
    costs = {
      own: sumOf(strategies.map(({ constraints }) => listCost(constraints))),
      segments: strategies.flatMap(({ segments = [] }) => segments),
    };
    featureCosts.set(feature, costs);
  }
  return costs;
}

const listCosts = new WeakMap<readonly ConstraintResponse[], EvaluationCost>();

function listCost(constraints: readonly ConstraintResponse[]): EvaluationCost {
  let cost = listCosts.get(constraints);
  if (!cost) listCosts.set(constraints, (cost = sumOf(constraints.map(costOf))));
  return cost;
}

function longestTextOf({ properties = {}, ...fields }: SdkContext): number {
  const texts = [...Object.values(fields), ...Object.values(properties)];
  return texts.reduce<number>(
    (longest, text) => (typeof text === 'string' ? Math.max(longest, text.length) : longest),
    0,
  );
}

function tooLong(): BadDataError {
  return new BadDataError(
    'The patterns of the features take too long to compare with the values of this context. ' +
      'Use shorter values.',
  );
}
