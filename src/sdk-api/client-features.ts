import type { ConstraintResponse } from '../feature/strategy.response.js';
import type { StrategyVariantResponse, VariantResponse } from '../feature/variant.response.js';

/** A strategy as SDKs are told it. */
export interface ClientStrategy {
  name: string;
  constraints: ConstraintResponse[];
  parameters: Record<string, string>;
  variants: StrategyVariantResponse[];
  /** Ids; absent where there are none. */
  segments?: number[];
}

/** A strategy with what people need to recognise it. */
export interface NamedStrategy extends ClientStrategy {
  id: string;
  title: string | null;
  disabled: boolean;
  segments: number[];
}

/** A feature as it stands in one environment. */
export interface ClientFeature<S = ClientStrategy> {
  name: string;
  type: string;
  enabled: boolean;
  project: string;
  stale: boolean;
  /** In the order in which they are tried. */
  strategies: S[];
  variants: VariantResponse[];
  description: string | null;
  impressionData: boolean;
  /** Features on which it depends; absent where there are none. */
  dependencies?: { feature: string; enabled: boolean; variants?: string[] }[];
}

/** Constraints that strategies share. */
export interface ClientSegment {
  id: number;
  name: string;
  constraints: ConstraintResponse[];
}

/** Features, and the segments that they use. */
export interface ClientFeatures<S = ClientStrategy> {
  features: ClientFeature<S>[];
  segments: ClientSegment[];
}

export type NamedFeature = ClientFeature<NamedStrategy>;
export type NamedFeatures = ClientFeatures<NamedStrategy>;
