import type { FoundFeature } from '../feature-queries.js';

/** The environments of these features, in their order. */
export function environmentColumns(features: readonly FoundFeature[]): string[] {
  const order = new Map<string, number>();
  for (const { environments } of features)
    for (const { name, sortOrder } of environments) order.set(name, sortOrder);
  return [...order]
    .toSorted((a, b) => a[1] - b[1] || a[0].localeCompare(b[0]))
    .map(([name]) => name);
}
