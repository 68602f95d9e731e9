import { Strategy } from 'unleash-client/lib/strategy/index.js';
import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.response.js';
import type { SdkConstraint, SdkContext } from './sdk.js';

/** The results of constraints that were evaluated before their strategies. */
export type ConstraintResults = ReadonlyMap<object, boolean>;

const CHECK = new Strategy('constraints');
const known = new WeakMap<object, ConstraintResults>();

/** Makes evaluations for a context use these results. */
export function takeResultsFrom(results: ConstraintResults, context: SdkContext): void {
  known.set(context, results);
}

/** The result of a constraint for a context. */
export function checkConstraint(constraint: ConstraintResponse, context: SdkContext): boolean {
  return (
    known.get(context)?.get(constraint) ??
    CHECK.checkConstraint(constraint as SdkConstraint, context)
  );
}

/** A strategy of the SDK that uses known results of constraints instead of evaluating them. */
export function withKnownResults(strategy: Strategy): Strategy {
  const knowing = Object.create(strategy) as Strategy;
  knowing.checkConstraint = (constraint, context) =>
    known.get(context)?.get(constraint) ?? strategy.checkConstraint(constraint, context);
  return knowing;
}
