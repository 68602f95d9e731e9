import { createRequire } from 'node:module';
import { defaultStrategies, Strategy } from 'unleash-client/lib/strategy/index.js';
import type { ClientFeature, ClientSegment, ClientStrategy } from '../sdk-api/client-features.js';
import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.dto.js';

/** The results of constraints that were evaluated before their strategies. */
type ConstraintResults = ReadonlyMap<object, boolean>;

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
function withKnownResults(strategy: Strategy): Strategy {
  const knowing = Object.create(strategy) as Strategy;
  knowing.checkConstraint = (constraint, context) =>
    known.get(context)?.get(constraint) ?? strategy.checkConstraint(constraint, context);
  return knowing;
}

// The evaluation part of the official SDK, without its network and timers. `require()` is used
// because plain Node.js and Jest import the default export of a CommonJS module differently.
const { default: UnleashClient } = createRequire(import.meta.url)(
  'unleash-client/lib/client.js',
) as {
  default: new (features: FeatureSource, strategies: Strategy[]) => SdkClient;
};

/** The evaluation context in the SDK's format. */
export interface SdkContext {
  /** Additional fields are treated like properties and take precedence over them. */
  [field: string]: string | Date | Record<string, string> | undefined;
  currentTime?: Date;
  properties?: Record<string, string>;
}

/** The SDK's result for a strategy. */
type StrategyResult = ReturnType<Strategy['getResult']>;
/** A constraint in the SDK's format. */
type SdkConstraint = Parameters<Strategy['checkConstraint']>[0];
type SdkConstraints = Parameters<Strategy['getResult']>[2];

/** The SDK's result for a variant. */
export interface SdkVariant {
  name: string;
  enabled: boolean;
  payload?: { type: string; value: string };
  feature_enabled: boolean;
}

/** Provides features to the SDK. */
export interface FeatureSource {
  getToggle(name: string): ClientFeature | undefined;
  getSegment(id: number): ClientSegment | undefined;
}

/** The methods of the SDK's client that are used here. */
export interface SdkClient {
  getVariant(name: string, context: SdkContext): SdkVariant;
  isParentDependencySatisfied(feature: ClientFeature, context: SdkContext): boolean;
  /** The constraints of a strategy and its segments. */
  yieldConstraintsFor(strategy: ClientStrategy): SdkConstraints;
}

/** A strategy that depends on the host name of the application, which is unknown here. */
const UNKNOWABLE = 'applicationHostname';
const KNOWN = defaultStrategies
  .filter((strategy) => strategy.name !== UNKNOWABLE)
  .map(withKnownResults);

/** A client for any number of contexts, which evaluates like in an application. */
export function lastingSdk(features: FeatureSource): SdkClient {
  return new UnleashClient(features, KNOWN);
}

/** A client for one evaluation, and its strategies by name. */
export function sdkFor(features: FeatureSource): {
  client: SdkClient;
  strategies: Map<string, Strategy>;
} {
  const strategies = KNOWN.map((strategy) => new RememberingStrategy(strategy));
  return {
    client: new UnleashClient(features, strategies),
    strategies: new Map(strategies.map((one) => [one.name, one])),
  };
}

/**
 * Evaluates each strategy of a feature only once, so that random decisions are the same for the
 * feature, its dependants and the reasons. For one context only.
 */
class RememberingStrategy extends Strategy {
  private readonly results = new Map<object, StrategyResult>();

  constructor(private readonly decider: Strategy) {
    super(decider.name);
  }

  override getResult(parameters: Record<string, unknown>, ...rest: Rest): StrategyResult {
    // Each strategy of a feature has its own parameters object, which identifies it.
    const result = this.results.get(parameters) ?? this.decider.getResult(parameters, ...rest);
    this.results.set(parameters, result);
    return result;
  }
}
type Rest = Parameters<Strategy['getResult']> extends [unknown, ...infer R] ? R : never;
