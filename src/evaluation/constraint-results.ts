import { Strategy } from 'unleash-client/lib/strategy/index.js';
import type { ConstraintResponse } from '../feature/strategy.response.js';
import type { SdkConstraint, SdkContext } from './sdk.js';

/** What came out for constraints that were evaluated before the strategies that they belong to. */
export type ConstraintResults = ReadonlyMap<object, boolean>;

const CHECK = new Strategy('constraints');
const known = new WeakMap<object, ConstraintResults>();

/** Has constraints that are evaluated for a context taken from these results. */
export function takeResultsFrom(results: ConstraintResults, context: SdkContext): void {
  known.set(context, results);
}

/** What a constraint says of a context. */
export function checkConstraint(constraint: ConstraintResponse, context: SdkContext): boolean {
  return (
    known.get(context)?.get(constraint) ??
    CHECK.checkConstraint(constraint as SdkConstraint, context)
  );
}

/** A strategy of the SDK that takes what is known of constraints instead of evaluating them. */
export function withKnownResults(strategy: Strategy): Strategy {
  const knowing = Object.create(strategy) as Strategy;
  knowing.checkConstraint = (constraint, context) =>
    known.get(context)?.get(constraint) ?? strategy.checkConstraint(constraint, context);
  return knowing;
}
