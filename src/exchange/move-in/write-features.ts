import { randomUUID } from 'node:crypto';
import type { MaintenanceQuery } from '../../platform/database/maintenance.js';
import type { PreparedFeature } from './features.js';
import { TAKEN_STRATEGIES } from './target/existing.sql.js';
import * as Sql from './target/features.sql.js';

/**
 * Writes features with everything that belongs to them.
 * @returns The names of those that did not exist.
 */
export async function writeFeatures(
  query: MaintenanceQuery,
  rows: readonly PreparedFeature[],
): Promise<Map<string, string>> {
  const written = await query(Sql.INSERT_FEATURES, [JSON.stringify(rows)]);
  const names = new Set(written.map(({ key }) => key));
  const features = rows.filter(({ name }) => names.has(name));
  const all = <Part extends object>(
    partsOf: (feature: PreparedFeature) => readonly Part[],
  ): string =>
    JSON.stringify(
      features.flatMap((feature) =>
        partsOf(feature).map((part) => ({ ...part, feature: feature.name })),
      ),
    );
  await query(Sql.INSERT_PLACES, [all(({ places }) => places)]);
  await query(Sql.ADD_OTHER_PLACES, [[...names]]);
  await writeStrategies(query, features);
  await query(Sql.INSERT_FEATURE_TAGS, [all(({ tags }) => tags)]);
  await query(Sql.INSERT_STAGES, [all(({ stages }) => stages)]);
  await query(Sql.INSERT_LAST_SEEN, [all(({ lastSeen }) => lastSeen)]);
  return new Map([...names].map((name) => [name, name]));
}

/** Strategies keep their ids, unless they are taken here. */
async function writeStrategies(
  query: MaintenanceQuery,
  features: readonly PreparedFeature[],
): Promise<void> {
  const wanted = features.flatMap(({ strategies }) => strategies.flatMap(({ id }) => id ?? []));
  const taken = new Set((await query(TAKEN_STRATEGIES, [wanted])).map(({ id }) => id));
  const rows = features.flatMap(({ name: feature, strategies }) =>
    strategies.map((one) => {
      const id = one.id === undefined || taken.has(one.id.toLowerCase()) ? randomUUID() : one.id;
      return { ...one, id, feature };
    }),
  );
  await query(Sql.INSERT_FEATURE_STRATEGIES, [JSON.stringify(rows)]);
  const segments = rows.flatMap(({ id, segments }) =>
    segments.map((segment) => ({ strategy: id, segment })),
  );
  await query(Sql.INSERT_STRATEGY_SEGMENTS, [JSON.stringify(segments)]);
}
