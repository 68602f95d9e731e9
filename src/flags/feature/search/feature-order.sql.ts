import type { FeatureSearchQuery } from './feature-search.dto.js';

/** The stages of the lifecycle in their order, as an array. */
export const STAGES = "'{initial,pre-live,live,completed,archived}'";

/** Whether the user $1 has marked the feature `f`. */
export const FAVORITE =
  'EXISTS (SELECT FROM favorite_feature ff WHERE ff.feature_name = f.name AND ff.user_id = $1)';

/** Collects the parameters of a statement. */
interface ParameterList {
  /** Adds one. @returns How SQL refers to it. */
  parameter(value: unknown): string;
}

/** A key by which features are sorted. */
interface SortKey {
  key: string;
  /** What the key is read from, for all features at once. */
  join?: string;
}

const SORT_KEYS: Readonly<Record<string, SortKey>> = {
  name: { key: 'f.name' },
  type: { key: 'f.type' },
  stale: { key: 'f.stale' },
  favorite: { key: FAVORITE },
  lastSeenAt: {
    key: 'seen.at',
    join: /* sql */ `LEFT JOIN (SELECT u.feature_name, max(u.last_seen_at) AS at
      FROM feature_environment_usage u GROUP BY u.feature_name) seen ON seen.feature_name = f.name`,
  },
  lifecycle: {
    key: `(${STAGES}::text[])[stage.entry[2]::int]`,
    join: /* sql */ `LEFT JOIN (SELECT l.feature_name, max(ARRAY[
        extract(epoch FROM l.entered_at), array_position(${STAGES}, l.stage)]) AS entry
      FROM feature_lifecycle l GROUP BY l.feature_name) stage ON stage.feature_name = f.name`,
  },
};
const BY_CREATION: SortKey = { key: 'f.created_at' };

/** What features are sorted by, as a list of the columns `is_favorite`, `sort_key` and others. */
export function orderOf(
  { sortBy = 'createdAt', sortOrder = 'asc', favoritesFirst }: FeatureSearchQuery,
  parameters: ParameterList,
): SortKey & { order: string } {
  const [, environment] = /^environment:(.+)$/.exec(sortBy) ?? [];
  const named = Object.hasOwn(SORT_KEYS, sortBy) ? SORT_KEYS[sortBy]! : BY_CREATION;
  const sorted = environment ? byState(environment, parameters) : named;
  const isCreation = sorted === BY_CREATION;
  const direction = sortOrder === 'desc' ? 'DESC' : 'ASC';
  // These keys are never null, so an index gives the order.
  const nulls = isCreation || sortBy === 'name' ? '' : 'NULLS LAST';
  const first = favoritesFirst === 'true' ? 'is_favorite DESC, ' : '';
  const rest = isCreation ? `name ${direction}` : 'created_at, name';
  return { ...sorted, order: `${first}sort_key ${direction} ${nulls}, ${rest}` };
}

/** Sorts by whether features are on in an environment. */
function byState(environment: string, parameters: ParameterList): SortKey {
  const join = /* sql */ `LEFT JOIN feature_environment sorted
    ON sorted.feature_name = f.name AND sorted.environment = ${parameters.parameter(environment)}`;
  return { key: 'sorted.enabled', join };
}
