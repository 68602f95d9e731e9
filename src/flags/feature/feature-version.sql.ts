/**
 * The version of rows: it changes when any of them does. `xmin` is the transaction that has written
 * the row, which PostgreSQL stores with each row anyway.
 */
export function versionOf(...parts: string[]): string {
  return `left(md5(concat_ws(' ', ${parts.join(', ')})), 20)`;
}

/** The rows of a table, each by its key, as a part of a version. */
export function rowsOf(table: string, key: string, condition: string): string {
  return /* sql */ `(SELECT string_agg(concat(${key}, ' ', part.xmin), ',' ORDER BY ${key})
    FROM ${table} part WHERE ${condition})`;
}

/** The segments of strategies, given by a subquery of their ids, as a part of a version. */
export const segmentsOf = (strategies: string): string =>
  rowsOf(
    'feature_strategy_segment',
    `concat(part.strategy_id, ' ', part.segment_id)`,
    `part.strategy_id IN (${strategies})`,
  );

/** The version of a strategy `fs` with its segments. */
export const STRATEGY_VERSION = versionOf('fs.id', 'fs.xmin', segmentsOf('SELECT fs.id'));

/** The version of a feature `f` with its parts, without its usage and most of its stages. */
export const FEATURE_VERSION = versionOf(
  `f.name`,
  `f.xmin`,
  rowsOf('feature_environment', 'part.environment', 'part.feature_name = f.name'),
  rowsOf('feature_strategy', 'part.id', 'part.feature_name = f.name'),
  rowsOf(
    'feature_strategy_segment',
    `concat(part.strategy_id, ' ', part.segment_id)`,
    'part.feature_name = f.name',
  ),
  rowsOf('feature_tag', `concat(part.type, ':', part.value)`, 'part.feature_name = f.name'),
  rowsOf('feature_dependency', 'part.parent', 'part.child = f.name'),
  rowsOf(
    'feature_lifecycle',
    'part.stage',
    `part.feature_name = f.name AND part.stage = 'completed'`,
  ),
);
