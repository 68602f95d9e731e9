import { createRequire } from 'node:module';
import { defaultStrategies, Strategy } from 'unleash-client/lib/strategy/index.js';
import type { ClientFeature, ClientSegment, ClientStrategy } from '../sdk-api/client-features.js';
import { withKnownResults } from './constraint-results.js';

// What the official SDK decides by, without what it fetches and reports with: so there is neither
// network nor timer to take care of. Its client is the default export of a CommonJS module, which
// plain Node and jest's transformed imports hand over differently; require() does not.
const { default: UnleashClient } = createRequire(import.meta.url)(
  'unleash-client/lib/client.js',
) as {
  default: new (features: FeatureSource, strategies: Strategy[]) => SdkClient;
};

/** The context by which features are evaluated, in the SDK's form. */
export interface SdkContext {
  /** Fields beside the known ones count as properties do, and before them. */
  [field: string]: string | Date | Record<string, string> | undefined;
  currentTime?: Date;
  properties?: Record<string, string>;
}

/** What the SDK says of a strategy. */
export type StrategyResult = ReturnType<Strategy['getResult']>;
/** What the SDK takes for a constraint. */
export type SdkConstraint = Parameters<Strategy['checkConstraint']>[0];
type SdkConstraints = Parameters<Strategy['getResult']>[2];

/** What the SDK says of the variant of a feature. */
export interface SdkVariant {
  name: string;
  enabled: boolean;
  payload?: { type: string; value: string };
  feature_enabled: boolean;
}

/** What the SDK looks features up in. */
export interface FeatureSource {
  getToggle(name: string): ClientFeature | undefined;
  getSegment(id: number): ClientSegment | undefined;
}

/** The part of the SDK's client that is used here. */
export interface SdkClient {
  getVariant(name: string, context: SdkContext): SdkVariant;
  isParentDependencySatisfied(feature: ClientFeature, context: SdkContext): boolean;
  /** The constraints of a strategy and of its segments. */
  yieldConstraintsFor(strategy: ClientStrategy): SdkConstraints;
}

/** Depends on the name of the machine that the SDK runs on, which is not known here. */
const UNKNOWABLE = 'applicationHostname';
const KNOWN = defaultStrategies
  .filter((strategy) => strategy.name !== UNKNOWABLE)
  .map(withKnownResults);

/** A client for any number of contexts, which decides as the SDK does in an application. */
export function lastingSdk(features: FeatureSource): SdkClient {
  return new UnleashClient(features, KNOWN);
}

/** A client for one evaluation, and the strategies that it decides by, by name. */
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
 * A strategy of the SDK that decides once for each strategy of a feature, however often it is
 * asked: so that a feature, those that depend on it, and the reasons agree where chance decides. It
 * is for one context only.
 */
class RememberingStrategy extends Strategy {
  private readonly results = new Map<object, StrategyResult>();

  constructor(private readonly decider: Strategy) {
    super(decider.name);
  }

  override getResult(parameters: Record<string, unknown>, ...rest: Rest): StrategyResult {
    // Each strategy of a feature has parameters of its own: the very object tells which strategy is
    // meant.
    const result = this.results.get(parameters) ?? this.decider.getResult(parameters, ...rest);
    this.results.set(parameters, result);
    return result;
  }
}
type Rest = Parameters<Strategy['getResult']> extends [unknown, ...infer R] ? R : never;
