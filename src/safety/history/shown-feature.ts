import type {
  FeatureEnvironmentResponse,
  FeatureResponse,
  ListedFeatureResponse,
} from '../../flags/feature/feature.response.js';
import type { StrategyResponse } from '../../flags/feature/strategy/strategy.dto.js';
import type { EnvironmentState, FeatureState, StrategyState } from './feature-state.js';
import type { EnvironmentShown } from './steps.js';

/** An environment of a project, with the state of a feature in it. */
export interface Place extends EnvironmentShown, EnvironmentState {
  name: string;
}

/** A former state of a feature. */
export type FormerFeature = FeatureResponse;

/** A former state of a listed feature. */
export type FormerListedFeature = ListedFeatureResponse;

/** What a feature shows besides its own state. */
type Around = Pick<FeatureResponse, 'createdBy' | 'children' | 'lifecycle'>;

/** What follows from usage and the caller; it is not part of history. */
const WITHOUT_USE = { favorite: false, lastSeenAt: null };

/** Environments in their order. */
export function inOrder<Item extends EnvironmentShown & { name: string }>(places: Item[]): Item[] {
  return places.sort((a, b) => a.sortOrder - b.sortOrder || (a.name < b.name ? -1 : 1));
}

/** A feature as `GET` shows it. */
export function shownFeature(
  feature: FeatureState,
  places: readonly Place[],
  { createdBy, children, lifecycle }: Around,
): FormerFeature {
  const { name, type, description, project, stale, impressionData, createdAt, tags } = feature;
  const { links = [] } = feature;
  const environments = places.map((place) => shownPlace(name, place));
  return {
    ...{ name, type, description, archived: false, project },
    enabled: places.some(({ enabled }) => enabled),
    ...{ stale, ...WITHOUT_USE, impressionData, createdAt, createdBy, archivedAt: null },
    environments,
    variants: places.find(({ variants }) => variants.length > 0)?.variants ?? [],
    strategies: environments.find(({ strategies }) => strategies.length > 0)?.strategies ?? [],
    tags,
    children,
    lifecycle,
    dependencies: feature.dependencies,
    collaborators: { users: [] },
    ...(links.length > 0 ? { links } : {}),
  };
}

function shownPlace(featureName: string, place: Place): FeatureEnvironmentResponse {
  const { name, type, enabled, sortOrder, variants, strategies } = place;
  return {
    ...{ name, featureName, environment: name, type, enabled, sortOrder, lastSeenAt: null },
    ...{ yes: 0, no: 0, variantCount: variants.length, variants },
    strategies: strategies.map(shownStrategy),
    hasStrategies: strategies.length > 0,
    hasEnabledStrategies: strategies.some(({ disabled }) => !disabled),
  };
}

/** A strategy in the order of properties that responses have. */
function shownStrategy(strategy: StrategyState): StrategyResponse {
  const { id, name, title, disabled, featureName, sortOrder } = strategy;
  const { constraints, variants, parameters, segments, milestoneId } = strategy;
  return {
    ...{ id, name, title, disabled, featureName, sortOrder },
    ...{ constraints, variants, parameters, segments },
    ...(milestoneId === undefined ? {} : { milestoneId }),
  };
}

/** A feature as lists show it. */
export function listedFeature(
  feature: FeatureState,
  places: readonly Place[],
): FormerListedFeature {
  const { type, description, name, createdAt, stale, impressionData, tags } = feature;
  return {
    ...{ type, description, ...WITHOUT_USE, name, createdAt, stale, impressionData },
    environments: places.map((place) => ({
      ...{ name: place.name, enabled: place.enabled, type: place.type },
      ...{ sortOrder: place.sortOrder, variantCount: place.variants.length, lastSeenAt: null },
      hasStrategies: place.strategies.length > 0,
      hasEnabledStrategies: place.strategies.some(({ disabled }) => !disabled),
    })),
    ...(tags.length > 0 ? { tags } : {}),
  };
}
