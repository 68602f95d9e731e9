import jsonPatch from 'fast-json-patch';
import type { DifferenceResponse } from './history.response.js';
import type { FormerFeature } from './shown-feature.js';

/**
 * The differences between two states. One that is there only at one moment is added or removed as a
 * whole.
 * @param path Where the states are, as a JSON pointer.
 */
export function differencesOf(
  before: object | undefined,
  after: object | undefined,
  path = '',
): DifferenceResponse[] {
  if (!before) return after ? [{ op: 'add', path, after }] : [];
  if (!after) return [{ op: 'remove', path, before }];
  const differences: DifferenceResponse[] = [];
  let former: unknown;
  for (const step of jsonPatch.compare(before, after, true)) {
    if (step.op === 'test') former = step.value;
    else if (step.op === 'add')
      differences.push({ op: 'add', path: path + step.path, after: step.value });
    else if (step.op === 'remove')
      differences.push({ op: 'remove', path: path + step.path, before: former });
    else if (step.op === 'replace')
      differences.push({
        ...{ op: 'replace', path: path + step.path, before: former, after: step.value },
      });
  }
  return differences;
}

/** A feature with objects instead of lists, so that the paths of differences name their place. */
export function comparable(feature: FormerFeature): object {
  const { name, type, description, stale, impressionData, createdAt } = feature;
  const { environments, tags, dependencies, children, links = [] } = feature;
  return {
    ...{ name, type, description, stale, impressionData, createdAt },
    environments: keyed(
      environments,
      ({ name: environment }) => environment,
      (environment) => ({
        ...{ enabled: environment.enabled, type: environment.type },
        variants: keyed(environment.variants, (variant) => variant.name, whole),
        strategies: keyed(environment.strategies, ({ id }) => id, whole),
      }),
    ),
    tags: keyed(tags, (tag) => `${tag.type}:${tag.value}`, whole),
    links: keyed(links, ({ id }) => id, whole),
    dependencies: keyed(dependencies, (dependency) => dependency.feature, whole),
    ...(children
      ? {
          children: keyed(
            children,
            (child) => child,
            () => true,
          ),
        }
      : {}),
  };
}

function keyed<Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  valueOf: (item: Item) => Value,
): Record<string, Value> {
  return Object.fromEntries(items.map((item) => [keyOf(item), valueOf(item)]));
}

function whole<Item>(item: Item): Item {
  return item;
}

/** A name as part of a JSON pointer. */
export function pointerTo(name: string): string {
  return `/${jsonPatch.escapePathComponent(name)}`;
}
