import { groupedBy } from '../../../src/platform/database/grouped.js';
import type { DependencyRow, FeatureRow, StrategyRow } from './rows.js';
import type { JsonRow } from './json-row.js';
import type { UnleashApi } from './unleash-api.js';

/** The most that a search of Unleash answers. */
const PAGE = 100;
/** Searches for all features: without a filter, they find no archived ones. */
export const EVERYTHING: readonly Readonly<Record<string, string>>[] = [
  {},
  { archived: 'IS:true' },
];

/** All features of a search, as searches answer them, page by page. */
export async function* searchFeatures(
  api: UnleashApi,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<JsonRow[]> {
  for (let offset = 0; ;) {
    const page = { sortBy: 'name', sortOrder: 'asc', offset, limit: PAGE };
    const found = await api.get('/search/features', { ...query, ...page });
    const features = found.rows('features');
    if (features.length > 0) yield features;
    // A page can be shorter than asked for, if Unleash gives fewer at once.
    offset += features.length;
    if (features.length === 0 || offset >= found.number('total', Infinity)) return;
  }
}

/**
 * Reads features by exporting them in each environment.
 * @param dependencies Gets their dependencies, which are part of exports too.
 */
export async function* readExported(
  api: UnleashApi,
  environments: readonly string[],
  dependencies: DependencyRow[],
): AsyncGenerator<FeatureRow[]> {
  for (const query of EVERYTHING)
    for await (const found of searchFeatures(api, query)) {
      const names = found.map((one) => one.required('name'));
      const features = new Map(found.map((one) => [one.required('name'), featureOf(one)]));
      for (const [n, environment] of environments.entries()) {
        const exported = await api.export(names, environment);
        if (n === 0) describe(features, exported, dependencies);
        place(features, exported, found, environment);
      }
      for (const feature of features.values()) await sortStrategies(api, feature);
      yield [...features.values()];
    }
}

/**
 * Sorts strategies as SDKs evaluate them, which exports do not tell. Unleash does not show the
 * order of archived features.
 */
async function sortStrategies(api: UnleashApi, feature: FeatureRow): Promise<void> {
  const places = new Set(feature.strategies.map(({ environment }) => environment));
  if (feature.strategies.length === places.size) return;
  const [project, name] = [feature.project, feature.name].map(encodeURIComponent);
  const found = await api.find(`/projects/${project}/features/${name}`);
  const ids = (found?.rows('environments') ?? []).flatMap((place) =>
    place.rows('strategies').map((one) => one.required('id')),
  );
  const order = new Map(ids.map((id, n) => [id, n]));
  for (const strategy of feature.strategies)
    strategy.sortOrder = order.get(strategy.id) ?? strategy.sortOrder;
}

function featureOf(found: JsonRow): FeatureRow {
  const lifecycle = found.part('lifecycle');
  const enteredAt = lifecycle.time('enteredStageAt');
  const stage = lifecycle.text('stage');
  return {
    name: found.required('name'),
    project: found.text('project') ?? 'default',
    type: found.text('type') ?? 'release',
    description: found.text('description'),
    stale: found.flag('stale'),
    impressionData: found.flag('impressionData'),
    createdAt: found.time('createdAt'),
    createdBy: found.part('createdBy').text('id'),
    archivedAt: found.time('archivedAt'),
    environments: [],
    strategies: [],
    tags: [],
    links: [],
    stages: stage && enteredAt ? [{ stage, enteredAt, status: null, value: null }] : [],
    lastSeen: found.rows('environments').flatMap((one) => {
      const at = one.time('lastSeenAt');
      return at ? [{ environment: one.required('name'), at }] : [];
    }),
  };
}

/** What exports of all environments contain. */
function describe(
  features: ReadonlyMap<string, FeatureRow>,
  exported: JsonRow,
  dependencies: DependencyRow[],
): void {
  for (const tag of exported.rows('featureTags'))
    features.get(tag.required('featureName'))?.tags.push({
      type: tag.text('tagType') ?? tag.required('type'),
      value: tag.text('tagValue') ?? tag.required('value'),
    });
  for (const one of exported.rows('links'))
    for (const link of one.rows('links'))
      features
        .get(one.required('feature'))
        ?.links.push({ url: link.required('url'), title: link.text('title') });
  for (const one of exported.rows('dependencies'))
    for (const parent of one.rows('dependencies'))
      dependencies.push({
        child: one.required('feature'),
        parent: parent.required('feature'),
        enabled: parent.flag('enabled', true),
        variants: parent.texts('variants'),
      });
}

/**
 * What exports of one environment contain. Where features are on is taken from the search, because
 * exports of some versions mix it up.
 */
function place(
  features: ReadonlyMap<string, FeatureRow>,
  exported: JsonRow,
  found: readonly JsonRow[],
  environment: string,
): void {
  const places = exported.rows('featureEnvironments');
  const variants = new Map(
    places.map((one) => [one.required('featureName'), one.json('variants', [])]),
  );
  for (const one of found) {
    const name = one.required('name');
    const own = one.rows('environments').find((at) => at.required('name') === environment);
    if (own)
      features.get(name)?.environments.push({
        environment,
        enabled: own.flag('enabled'),
        variants: variants.get(name) ?? [],
      });
  }
  const strategies = groupedBy(exported.rows('featureStrategies'), (one) =>
    one.required('featureName'),
  );
  for (const [name, own] of strategies)
    for (const [n, one] of own.entries())
      features.get(name)?.strategies.push(strategyOf(one, environment, n));
}

function strategyOf(row: JsonRow, environment: string, place: number): StrategyRow {
  return {
    id: row.required('id'),
    environment,
    name: row.required('name'),
    title: row.text('title'),
    disabled: row.flag('disabled'),
    sortOrder: row.number('sortOrder', place),
    parameters: row.json('parameters', {}),
    constraints: row.json('constraints', []),
    variants: row.json('variants', []),
    segments: (row.json('segments', []) as unknown[]).map(String),
    createdAt: null,
  };
}
