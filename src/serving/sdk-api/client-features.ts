import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.dto.js';
import type {
  StrategyVariantResponse,
  VariantResponse,
} from '../../flags/feature/variant/variant.dto.js';

/** A strategy as SDKs get it. */
export interface ClientStrategy {
  name: string;
  constraints: ConstraintResponse[];
  parameters: Record<string, string>;
  variants: StrategyVariantResponse[];
  /** Segment ids; absent when there are none. */
  segments?: number[];
}

/** A strategy with id and title. */
export interface NamedStrategy extends ClientStrategy {
  id: string;
  title: string | null;
  disabled: boolean;
  segments: number[];
}

/** A feature in one environment. */
export interface ClientFeature<S = ClientStrategy> {
  name: string;
  type: string;
  enabled: boolean;
  project: string;
  stale: boolean;
  /** In evaluation order. */
  strategies: S[];
  variants: VariantResponse[];
  description: string | null;
  impressionData: boolean;
  /** Parent features; absent when there are none. */
  dependencies?: { feature: string; enabled: boolean; variants?: string[] }[];
}

/** A segment: constraints shared by strategies. */
export interface ClientSegment {
  id: number;
  name: string;
  constraints: ConstraintResponse[];
}

/** Features with the segments they use. */
interface ClientFeatures<S = ClientStrategy> {
  features: ClientFeature<S>[];
  segments: ClientSegment[];
}

export type NamedFeature = ClientFeature<NamedStrategy>;
export type NamedFeatures = ClientFeatures<NamedStrategy>;

/** What became of features that were changed, and of segments. */
interface NamedChanges {
  /** Names of the features. Those that `now` lacks are archived. */
  readonly names: readonly string[];
  readonly now: NamedFeatures;
}

/** Features and segments after some of them were changed. */
export function withChanges(
  { features, segments }: NamedFeatures,
  changes: readonly NamedChanges[],
): NamedFeatures {
  const names = new Set(changes.flatMap((one) => one.names));
  const changed = new Map(changes.flatMap(({ now }) => now.features.map((one) => [one.name, one])));
  const changedSegments = changes.flatMap(({ now }) => now.segments);
  const all = new Map([...segments, ...changedSegments].map((one) => [one.id, one]));
  return {
    features: features.flatMap((one) =>
      names.has(one.name) ? (changed.get(one.name) ?? []) : one,
    ),
    segments: [...all.values()],
  };
}
