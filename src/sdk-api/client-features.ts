import type { ConstraintResponse } from '../feature/strategy.response.js';
import type { StrategyVariantResponse, VariantResponse } from '../feature/variant.response.js';

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
export interface ClientFeatures<S = ClientStrategy> {
  features: ClientFeature<S>[];
  segments: ClientSegment[];
}

export type NamedFeature = ClientFeature<NamedStrategy>;
export type NamedFeatures = ClientFeatures<NamedStrategy>;
