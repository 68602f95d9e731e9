import { productionFirst } from '../../environments/production.js';
import type { FoundFeature } from '../feature-queries.js';

type Column = Pick<FoundFeature['environments'][number], 'name' | 'type' | 'sortOrder'>;

/** The environments of these features, or some of them: production first, then in their order. */
export function environmentColumns(
  features: readonly FoundFeature[],
  some?: readonly string[],
): Column[] {
  const columns = new Map<string, Column>();
  for (const { environments } of features)
    for (const environment of environments)
      if (some?.includes(environment.name) ?? true) columns.set(environment.name, environment);
  return productionFirst(
    [...columns.values()].toSorted(
      (a, b) => a.sortOrder - b.sortOrder || a.name.localeCompare(b.name),
    ),
  );
}
