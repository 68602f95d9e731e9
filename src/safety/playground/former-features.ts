import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import type { EnvironmentState, FeatureState, StrategyState } from '../history/feature-state.js';
import { HistoryService } from '../history/history.service.js';
import type {
  NamedFeature,
  NamedFeatures,
  NamedStrategy,
} from '../../serving/sdk-api/client-features.js';

/** How much may be read; more is refused by these. */
interface FormerBounds {
  maxBytes: number;
  /** @throws BadDataError when there are too many features. */
  requireFew: (features: number) => void;
}

/** Reads the features of an environment as they were at a moment, as the playground needs them. */
@Injectable()
export class FormerFeatures {
  constructor(private readonly history: HistoryService) {}

  /**
   * Features that the caller may see by now, oldest first, with the segments of that time.
   * @param environment Its name; in an unknown one all features are off.
   * @param projects Ids of projects; null for all.
   * @returns undefined when the features would be larger than the bounds.
   * @throws HistoryNotKeptError, HistoryIncompleteError, HistoryTooLongError, HistoryBusyError,
   * TooManyFormerStatesError
   */
  async named(
    at: string,
    environment: string,
    projects: readonly string[] | null,
    { maxBytes, requireFew }: FormerBounds,
    caller: Caller,
    reader: Reader,
  ): Promise<NamedFeatures | undefined> {
    const wanted = projects && new Set(projects);
    const kept: { position: number; feature: NamedFeature }[] = [];
    let bytes = 0;
    const keep = (state: FeatureState): void => {
      if ((wanted && !wanted.has(state.project)) || !caller.sees(state.project)) return;
      requireFew(kept.length + 1);
      const feature = named(state, state.environments[environment]);
      bytes += Buffer.byteLength(JSON.stringify(feature));
      if (bytes <= maxBytes) kept.push({ position: state.position, feature });
    };
    const { segments } = await this.history.environment(at, environment, projects, reader, keep);
    if (bytes > maxBytes) return undefined;
    kept.sort((a, b) => a.position - b.position || (a.feature.name < b.feature.name ? -1 : 1));
    return {
      features: kept.map(({ feature }) => feature),
      segments: [...segments.values()].map(({ id, name, constraints }) => ({
        ...{ id, name, constraints },
      })),
    };
  }
}

function named(feature: FeatureState, state: EnvironmentState | undefined): NamedFeature {
  const { name, type, project, stale, description, impressionData, dependencies } = feature;
  const { enabled = false, strategies = [], variants = [] } = state ?? {};
  return {
    ...{ name, type, enabled, project, stale, variants, description, impressionData },
    strategies: strategies.map(namedStrategy),
    ...(dependencies.length > 0 ? { dependencies: dependencies.map(parentOf) } : {}),
  };
}

function namedStrategy(strategy: StrategyState): NamedStrategy {
  const { id, name, title, disabled, constraints, parameters, variants, segments } = strategy;
  return { id, name, title, disabled, constraints, parameters, variants, segments };
}

function parentOf({
  feature,
  enabled,
  variants,
}: FeatureState['dependencies'][number]): NonNullable<NamedFeature['dependencies']>[number] {
  return enabled ? { feature, enabled, variants } : { feature, enabled };
}
