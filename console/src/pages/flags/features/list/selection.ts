import type { FoundFeature } from '../feature-queries.js';

/** What identifies a feature in a selection. */
export const keyOf = ({ project, name }: Pick<FoundFeature, 'project' | 'name'>): string =>
  `${project}/${name}`;

/** The selection with these features added or removed. */
export function withSelected(
  selected: ReadonlySet<string>,
  features: readonly FoundFeature[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(selected);
  for (const feature of features) {
    if (isSelected) next.add(keyOf(feature));
    else next.delete(keyOf(feature));
  }
  return next;
}
