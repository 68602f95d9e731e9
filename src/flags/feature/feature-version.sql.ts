/** The version of rows, as a hash of their keys and of a mark of each of them. */
export function versionOf(...parts: string[]): string {
  return `left(md5(concat_ws(' ', ${parts.join(', ')})), 20)`;
}

/**
 * What of each row is compared. Versions of both kinds change when somebody changes a row.
 *
 * - `xmin`: the transaction that has written it, which PostgreSQL stores with each row anyway.
 * - `content`: its {@link CONTENT}, which is longer to read and is the same after a restore.
 */
export type Mark = 'xmin' | 'content';

/**
 * What people change of a row. Keys are parts of versions anyway; a feature that is created again
 * has the name of a former one.
 */
export const CONTENT = {
  feature: ['created_at', 'project', 'type', 'description', 'stale', 'impression_data', 'links'],
  feature_environment: ['enabled', 'variants'],
  feature_strategy: [
    'name',
    'title',
    'disabled',
    'sort_order',
    'parameters',
    'constraints',
    'variants',
    'milestone_id',
  ],
  feature_strategy_segment: [],
  feature_payload_schema: ['schema', 'enforced'],
  feature_tag: [],
  feature_dependency: ['enabled', 'variants'],
  feature_lifecycle: ['status', 'status_value'],
  segment: ['name', 'description', 'project', 'constraints'],
  release_plan_template: ['name', 'description', 'milestones', 'archived_at'],
} satisfies Record<string, string[]>;

/**
 * Whether nothing is known of the transactions of the version that the plan `noted`. By a query of
 * its own, which PostgreSQL runs once for all rows, and only if it has to.
 */
export const isForgotten = (noted: string): string =>
  `(${noted}.version = '' OR (SELECT events_were_restored()))`;

/**
 * Whether what a planned change is about has changed since. After a restore nothing is known of the
 * transactions that were noted; a plan can be due before they are forgotten ('').
 * @param now Its present version by `xmin`.
 * @param noted The row of the plan, with the `version` and the `digest` of what it is about.
 * @param content Its present version by `content`.
 */
export const hasChanged = (now: string, noted: string, content: string): string => /* sql */ `CASE
  WHEN COALESCE(${now} = ${noted}.version, true) THEN false
  WHEN ${isForgotten(noted)} THEN ${content} IS DISTINCT FROM ${noted}.digest
  ELSE true END`;

type Compared = keyof typeof CONTENT;

const createdAt = (row: string): string => `extract(epoch FROM ${row}.created_at)`;

/** The mark of a row. Texts of times depend on settings, so others only say if there is one. */
export function markOf(mark: Mark, table: Compared, row: string): string {
  if (mark === 'xmin') return `${row}.xmin`;
  const values = CONTENT[table].map((column) =>
    column === 'created_at'
      ? createdAt(row)
      : column.endsWith('_at')
        ? `${row}.${column} IS NOT NULL`
        : `${row}.${column}::text`,
  );
  return `jsonb_build_array(${values.join(', ')})`;
}

/** The rows of a table, each by its key, as a part of a version. */
export function rowsOf(table: string, key: string, condition: string): string {
  return partOf(table, key, condition, 'part.xmin');
}

const partOf = (table: string, key: string, condition: string, mark: string): string => /* sql */ `
  (SELECT string_agg(concat(${key}, ' ', ${mark}), ',' ORDER BY ${key})
    FROM ${table} part WHERE ${condition})`;

const comparedRows = (mark: Mark, table: Compared, key: string, condition: string): string =>
  partOf(table, key, condition, markOf(mark, table, 'part'));

const SEGMENT_KEY = `concat(part.strategy_id, ' ', part.segment_id)`;

/** The segments of strategies, given by a subquery of their ids, as a part of a version. */
const segmentsOf = (mark: Mark, strategies: string): string =>
  comparedRows(
    mark,
    'feature_strategy_segment',
    SEGMENT_KEY,
    `part.strategy_id IN (${strategies})`,
  );

/** The version of a strategy `fs` with its segments. */
export const strategyVersion = (mark: Mark): string =>
  versionOf('fs.id', markOf(mark, 'feature_strategy', 'fs'), segmentsOf(mark, 'SELECT fs.id'));

/** The version of a feature in an environment `fe`; `inPlace` is which `part` belongs to it. */
export const placeVersion = (
  mark: Mark,
  inPlace = 'part.feature_name = fe.feature_name AND part.environment = fe.environment',
): string =>
  versionOf(
    'fe.feature_name',
    'fe.environment',
    markOf(mark, 'feature_environment', 'fe'),
    // With `xmin`, the row of a feature that is created again is another one.
    ...(mark === 'content'
      ? [`(SELECT ${createdAt('own')} FROM feature own WHERE own.name = fe.feature_name)`]
      : []),
    comparedRows(mark, 'feature_strategy', 'part.id', inPlace),
    segmentsOf(mark, `SELECT part.id FROM feature_strategy part WHERE ${inPlace}`),
  );

/** The version of a feature `f` with its parts, without its usage and most of its stages. */
export function featureVersion(mark: Mark): string {
  const rows = (table: Compared, key: string, condition = 'part.feature_name = f.name'): string =>
    comparedRows(mark, table, key, condition);
  return versionOf(
    `f.name`,
    markOf(mark, 'feature', 'f'),
    rows('feature_environment', 'part.environment'),
    rows('feature_strategy', 'part.id'),
    rows('feature_strategy_segment', SEGMENT_KEY),
    rows('feature_payload_schema', 'part.feature_name'),
    rows('feature_tag', `concat(part.type, ':', part.value)`),
    rows('feature_dependency', 'part.parent', 'part.child = f.name'),
    rows(
      'feature_lifecycle',
      'part.stage',
      `part.feature_name = f.name AND part.stage = 'completed'`,
    ),
  );
}
