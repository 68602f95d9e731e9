import { SDK_DEPENDENCY_JSON } from '../../flags/feature/dependency/dependency.sql.js';
import { statement } from '../../platform/database/statement.js';

/**
 * JSON of a strategy `fs` with its segments `g`, as SDKs get it. `segments` is omitted when empty,
 * as in the reference.
 */
export const SDK_STRATEGY = /* sql */ `
  CASE WHEN g.ids IS NULL
       THEN json_build_object('name', fs.name, 'constraints', fs.constraints,
         'parameters', fs.parameters, 'variants', fs.variants)
       ELSE json_build_object('name', fs.name, 'constraints', fs.constraints,
         'parameters', fs.parameters, 'variants', fs.variants, 'segments', g.ids) END`;

/** Like {@link SDK_STRATEGY}, with id and title. */
const NAMED_STRATEGY = /* sql */ `
  json_build_object('id', fs.id, 'title', fs.title, 'disabled', fs.disabled, 'name', fs.name,
    'constraints', fs.constraints,
    'parameters', fs.parameters, 'variants', fs.variants, 'segments', COALESCE(g.ids, '[]'))`;

/**
 * JSON of a feature `w` in the environment with its strategies `s`, as SDKs get it. `dependencies`
 * is omitted when empty.
 */
export const FEATURE_FIELDS = /* sql */ `
  'name', w.name, 'type', w.type, 'enabled', w.enabled, 'project', w.project, 'stale', w.stale,
  'strategies', COALESCE(s.list, '[]'),
  'variants', w.variants, 'description', w.description, 'impressionData', w.impression_data`;

/** `f` is a live feature of some projects, or of all. */
function namedFeatures(projects: string, hidden: string): string {
  return /* sql */ `
    f.archived_at IS NULL AND (${projects}::text[] IS NULL OR f.project = ANY (${projects}))
      AND f.project <> ALL (${hidden}::text[])`;
}

/** The features `f` of a condition in the environment $1, their strategies and their parents. */
const namedParts = (condition: string): string => /* sql */ `
  WITH wanted AS (
    SELECT f.*, pe.environment,
      COALESCE(fe.enabled AND pe.environment IS NOT NULL, false) AS enabled,
           CASE WHEN pe.environment IS NULL THEN '[]'
             ELSE COALESCE(fe.variants, '[]') END AS variants
      FROM feature f
      LEFT JOIN project_environment pe ON pe.project = f.project AND pe.environment = $1
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = $1
     WHERE ${condition}
  ), chosen AS (
    SELECT fs.* FROM feature_strategy fs
      JOIN wanted w ON w.name = fs.feature_name AND w.environment = fs.environment
  ), grouped AS (
    SELECT ss.strategy_id, json_agg(ss.segment_id ORDER BY ss.segment_id) AS ids
      FROM feature_strategy_segment ss JOIN chosen c ON c.id = ss.strategy_id GROUP BY 1
  ), strategies AS (
    SELECT fs.feature_name, json_agg(${NAMED_STRATEGY}
      ORDER BY fs.sort_order, fs.created_at, fs.id) AS list
      FROM chosen fs LEFT JOIN grouped g ON g.strategy_id = fs.id GROUP BY 1
  ), parents AS (
    SELECT d.child, json_agg(${SDK_DEPENDENCY_JSON} ORDER BY d.parent) AS list
      FROM feature_dependency d JOIN wanted w ON w.name = d.child GROUP BY 1
  )`;

/**
 * Reads live features in the environment $1, oldest first, with the segments they use, and with
 * ids, titles and disabled strategies. In an environment that the project of a feature does not
 * have, the feature is off and has no strategies. Null when the result would exceed $4 bytes.
 * @param condition Which features `f`.
 * @param segments The condition of segments `g` that are read although no feature uses them.
 */
const readNamed = (condition: string, segments = 'false'): string => /* sql */ `
  ${namedParts(condition)}
  SELECT CASE WHEN octet_length(a.answer) <= $4 THEN a.answer END AS answer
    FROM (SELECT json_build_object(
    'features', (SELECT COALESCE(json_agg(
        CASE WHEN p.list IS NULL THEN json_build_object(${FEATURE_FIELDS})
          ELSE json_build_object(${FEATURE_FIELDS}, 'dependencies', p.list) END
        ORDER BY w.created_at, w.name), '[]')
      FROM wanted w LEFT JOIN strategies s ON s.feature_name = w.name
      LEFT JOIN parents p ON p.child = w.name),
    'segments', (SELECT COALESCE(json_agg(json_build_object('id', g.id, 'name', g.name,
      'constraints', g.constraints) ORDER BY g.id), '[]')
      FROM segment g WHERE ${segments} OR EXISTS (SELECT FROM feature_strategy_segment ss
        JOIN chosen c ON c.id = ss.strategy_id WHERE ss.segment_id = g.id))
  )::text AS answer) a`;

type NamedParams = [
  environment: string,
  projects: readonly string[] | null,
  hiddenProjects: readonly string[],
  maxBytes: number,
];

export const NAMED_FEATURES = statement<NamedParams, { answer: string | null }>(
  'client-features.named-features',
  readNamed(namedFeatures('$2', '$3')),
);

/** Reads some of the features of {@link NAMED_FEATURES}, and segments by their ids. */
export const SOME_NAMED_FEATURES = statement<
  [...NamedParams, names: readonly string[], segments: readonly number[]],
  { answer: string | null }
>(
  'client-features.some-named-features',
  readNamed(`f.name = ANY ($5::text[]) AND ${namedFeatures('$2', '$3')}`, 'g.id = ANY ($6::int[])'),
);

/**
 * How many features {@link NAMED_FEATURES} are about.
 */
export const NAMED_FEATURE_COUNT = statement<
  [projects: readonly string[] | null, hiddenProjects: readonly string[]],
  { features: number }
>(
  'client-features.named-feature-count',
  /* sql */ `
    SELECT count(*)::int AS features FROM feature f WHERE ${namedFeatures('$1', '$2')}`,
);
