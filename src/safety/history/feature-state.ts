import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.dto.js';
import type {
  StrategyVariantResponse,
  VariantResponse,
} from '../../flags/feature/variant/variant.dto.js';

/** A strategy; in outline, only `id` and `disabled` are there. */
export interface StrategyState {
  id: string;
  name: string;
  title: string | null;
  disabled: boolean;
  featureName: string;
  sortOrder: number;
  constraints: ConstraintResponse[];
  variants: StrategyVariantResponse[];
  parameters: Record<string, string>;
  segments: number[];
  /** Of a strategy that belongs to a milestone of a release plan. */
  milestoneId?: string;
  /** With microseconds; unknown for strategies removed by an earlier version. */
  createdAt?: string;
}

/** A feature in one environment. */
export interface EnvironmentState {
  enabled: boolean;
  variants: VariantResponse[];
  strategies: StrategyState[];
}

/** A tag of a feature. */
export interface TagState {
  value: string;
  type: string;
}

/** A link of a feature. */
export interface LinkState {
  id: string;
  url: string;
  title: string | null;
}

/** A dependency of a feature. */
export interface DependencyState {
  feature: string;
  enabled: boolean;
  variants: string[];
}

/** A feature, as `featureState` in SQL makes it. */
export interface FeatureState {
  name: string;
  project: string;
  type: string;
  description: string | null;
  stale: boolean;
  impressionData: boolean;
  createdAt: string;
  /** Id of the user who created it. */
  createdBy: number;
  /** Time of creation in microseconds since 1970. */
  position: number;
  archived: boolean;
  /** By name; environments that its project has lost are included. */
  environments: Record<string, EnvironmentState>;
  tags: TagState[];
  /** Missing in what earlier versions kept of deleted features, which had none. */
  links?: LinkState[];
  dependencies: DependencyState[];
}
