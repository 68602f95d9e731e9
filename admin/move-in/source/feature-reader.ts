import type { ForeignSnapshot } from './foreign-database.js';
import { groupedBy } from '../../../src/platform/database/grouped.js';
import type { FeatureRow, StrategyRow } from './rows.js';
import { JsonRow } from './json-row.js';
import type { Tables } from './joined-readers.js';
import { rowsOf, rowsOfFeatures } from './unleash.sql.js';

/** Features of a page: each comes with everything that belongs to it. */
const PAGE = 250;

/** The tables with parts of features: the column with the name of the feature, and the order. */
const PARTS = {
  feature_environments: { column: 'feature_name', order: 't.environment' },
  feature_strategies: { column: 'feature_name', order: 't.sort_order, t.created_at, t.id' },
  feature_tag: { column: 'feature_name', order: 't.tag_type, t.tag_value' },
  feature_link: { column: 'feature_name', order: 't.id' },
  feature_lifecycles: { column: 'feature', order: 't.created_at' },
  last_seen_at_metrics: { column: 'feature_name', order: 't.environment' },
} as const;

type Part = keyof typeof PARTS;
type Parts = Readonly<Record<Part, ReadonlyMap<string, readonly JsonRow[]>>>;
type PartOf = (part: Part) => readonly JsonRow[];

/** Reads features with everything that belongs to them, page by page. */
export async function* readFeatures(
  snapshot: ForeignSnapshot,
  tables: Tables,
): AsyncGenerator<FeatureRow[]> {
  type Row = { row: Record<string, unknown> };
  for await (const rows of snapshot.pages<Row>(rowsOf('features', 'ORDER BY t.name'), [], PAGE)) {
    const features = rows.map(({ row }) => new JsonRow(row));
    const names = features.map((row) => row.required('name'));
    const parts = {} as Record<Part, ReadonlyMap<string, readonly JsonRow[]>>;
    for (const part of Object.keys(PARTS) as Part[])
      parts[part] = tables.has(part) ? await readPart(snapshot, part, names) : new Map();
    const segments = await readSegments(snapshot, parts.feature_strategies);
    yield features.map((row) => featureOf(row, parts, segments));
  }
}

async function readPart(
  snapshot: ForeignSnapshot,
  part: Part,
  names: readonly string[],
): Promise<Map<string, JsonRow[]>> {
  const { column, order } = PARTS[part];
  const text = rowsOfFeatures(part, column, order);
  const rows = await snapshot.rows<{ row: Record<string, unknown> }>(text, [names]);
  return groupedBy(
    rows.map(({ row }) => new JsonRow(row)),
    (row) => row.required(column),
  );
}

/** Ids of segments by the ids of strategies. */
async function readSegments(
  snapshot: ForeignSnapshot,
  strategies: ReadonlyMap<string, readonly JsonRow[]>,
): Promise<Map<string, string[]>> {
  const ids = [...strategies.values()].flat().map((row) => row.required('id'));
  const rows = await snapshot.rows<{ row: Record<string, unknown> }>(
    rowsOfFeatures('feature_strategy_segment', 'feature_strategy_id', 't.segment_id'),
    [ids],
  );
  const found = groupedBy(
    rows.map(({ row }) => new JsonRow(row)),
    (row) => row.required('feature_strategy_id'),
  );
  return new Map([...found].map(([id, own]) => [id, own.map((one) => one.required('segment_id'))]));
}

function featureOf(
  row: JsonRow,
  parts: Parts,
  segments: ReadonlyMap<string, readonly string[]>,
): FeatureRow {
  const name = row.required('name');
  const of: PartOf = (part) => parts[part].get(name) ?? [];
  return {
    name,
    project: row.text('project') ?? 'default',
    type: row.text('type') ?? 'release',
    description: row.text('description'),
    stale: row.flag('stale'),
    impressionData: row.flag('impression_data'),
    createdAt: row.time('created_at'),
    createdBy: row.text('created_by_user_id'),
    archivedAt: row.time('archived_at'),
    environments: of('feature_environments').map((place) => ({
      environment: place.required('environment'),
      enabled: place.flag('enabled'),
      variants: place.json('variants', []),
    })),
    strategies: of('feature_strategies').map((one) => strategyOf(one, segments)),
    ...describedBy(of),
  };
}

function strategyOf(row: JsonRow, segments: ReadonlyMap<string, readonly string[]>): StrategyRow {
  const id = row.required('id');
  return {
    id,
    environment: row.required('environment'),
    name: row.required('strategy_name'),
    title: row.text('title'),
    disabled: row.flag('disabled'),
    sortOrder: row.number('sort_order', 9999),
    parameters: row.json('parameters', {}),
    constraints: row.json('constraints', []),
    variants: row.json('variants', []),
    segments: [...(segments.get(id) ?? [])],
    createdAt: row.time('created_at'),
  };
}

function describedBy(of: PartOf): Pick<FeatureRow, 'tags' | 'links' | 'stages' | 'lastSeen'> {
  return {
    tags: of('feature_tag').map((tag) => ({
      type: tag.required('tag_type'),
      value: tag.required('tag_value'),
    })),
    links: of('feature_link').map((link) => ({
      url: link.required('url'),
      title: link.text('title'),
    })),
    stages: of('feature_lifecycles').map((stage) => ({
      stage: stage.required('stage'),
      enteredAt: stage.time('created_at') ?? '',
      status: stage.text('status'),
      value: stage.text('status_value'),
    })),
    lastSeen: of('last_seen_at_metrics').map((seen) => ({
      environment: seen.required('environment'),
      at: seen.time('last_seen_at') ?? '',
    })),
  };
}
