import { ENVIRONMENTS, STRATEGIES_PER_ENVIRONMENT } from '../sizes.mjs';
import { environmentAt, featureName, isArchived, projectOf } from './sql.mjs';

const PLACES = ENVIRONMENTS.length;
const PER_FEATURE = PLACES * STRATEGIES_PER_ENVIRONMENT;

/**
 * Constraints by kind: most strategies have none or a short one, some a few long ones, one in a
 * thousand very long ones.
 */
const CONSTRAINT_KINDS = `
  SELECT kind, (SELECT COALESCE(jsonb_agg(jsonb_build_object('contextName', ('{userId,appName,sessionId}'::text[])[1 + c % 3], 'operator', 'IN',
                  'inverted', false, 'caseInsensitive', false, 'values', listed.list)), '[]') FROM generate_series(1, many) c) AS constraints
    FROM (VALUES (0, 0, 0), (1, 1, 5), (2, 2, 10), (3, 3, 20), (4, 12, 250)) AS shape(kind, many, long),
         LATERAL (SELECT jsonb_agg('user-' || v) AS list FROM generate_series(1, long) v) listed`;

/**
 * Projects, environments, segments and tags, which features refer to.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export function places({ projects, segments, tags }) {
  const staging = `INSERT INTO environment (name, type, sort_order) VALUES ('staging', 'test', 4)`;
  return [
    { table: 'environment', sql: staging },
    {
      table: 'project',
      sql: `INSERT INTO project (id, name) SELECT 'project-' || n, 'Project ' || n FROM generate_series(1, ${projects - 1}) n`,
    },
    {
      table: 'project_environment',
      sql: `
      INSERT INTO project_environment (project, environment)
      SELECT p.id, e FROM project p, unnest('{${ENVIRONMENTS.join(',')}}'::text[]) e ON CONFLICT DO NOTHING`,
    },
    {
      table: 'segment',
      sql: `
      INSERT INTO segment (name, description, constraints)
      SELECT 'segment-' || n, 'Users of kind ' || n, c.constraints FROM generate_series(1, ${segments}) n JOIN (${CONSTRAINT_KINDS}) c ON c.kind = n % 4`,
    },
    {
      table: 'tag',
      sql: `INSERT INTO tag (type, value) SELECT 'simple', 'tag-' || n FROM generate_series(1, ${tags}) n`,
    },
  ];
}

/**
 * Features with their strategies in every environment.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export function features({ features, projects, users, segments }) {
  const feature = `(s - 1) / ${PER_FEATURE} + 1`;
  return [
    {
      table: 'feature',
      sql: `
      INSERT INTO feature (name, project, type, description, stale, created_at, created_by_user_id, archived_at, links)
      SELECT ${featureName('n')}, ${projectOf('n', projects)}, ('{release,experiment,operational,kill-switch,permission}'::text[])[1 + n % 5],
             'What feature number ' || n || ' is for', n % 30 = 0, now() - random() * interval '400 days', 1 + n % ${users},
             CASE WHEN ${isArchived('n')} THEN now() - random() * interval '90 days' END,
             jsonb_build_array(jsonb_build_object('id', md5('link ' || n)::uuid, 'url', 'https://example.com/pages/' || n, 'title', 'Page ' || n))
        FROM generate_series(1, ${features}) n`,
    },
    {
      table: 'feature_strategy',
      withoutIndexes: true,
      sql: `
      INSERT INTO feature_strategy (id, feature_name, environment, name, disabled, sort_order, parameters, constraints, created_at)
      SELECT md5('strategy ' || s)::uuid, ${featureName(feature)}, ${environmentAt(`(s - 1) / ${STRATEGIES_PER_ENVIRONMENT} % ${PLACES}`)},
             CASE s % 5 WHEN 4 THEN 'default' ELSE 'flexibleRollout' END, s % 7 = 0, (s - 1) % ${STRATEGIES_PER_ENVIRONMENT},
             jsonb_build_object('rollout', (s % 101)::text, 'stickiness', 'default', 'groupId', ${featureName(feature)}),
             c.constraints, now() - random() * interval '400 days'
        FROM generate_series(1, ${features * PER_FEATURE}) s
        JOIN (${CONSTRAINT_KINDS}) c ON c.kind = CASE WHEN s % 1000 = 500 THEN 4 WHEN s % 10 < 5 THEN 0 WHEN s % 10 < 8 THEN 1 ELSE s % 10 - 6 END
       ORDER BY s`,
    },
    {
      table: 'feature_strategy_segment',
      sql: `
      INSERT INTO feature_strategy_segment (strategy_id, segment_id, feature_name)
      SELECT md5('strategy ' || s)::uuid, 1 + s % ${segments}, ${featureName(feature)} FROM generate_series(1, ${features * PER_FEATURE}, 10) s`,
    },
    {
      // The counts are set here, since the triggers of feature_strategy do not run.
      table: 'feature_environment',
      withoutIndexes: true,
      sql: `
      INSERT INTO feature_environment (feature_name, environment, enabled, variants, strategy_count, active_strategy_count)
      SELECT ${featureName('n')}, e.name, (n + e.position) % 2 = 0 AND NOT (${isArchived('n')}),
             CASE WHEN n % 10 = 3 THEN '[{"name":"blue","weight":500,"weightType":"variable","stickiness":"default"},{"name":"red","weight":500,"weightType":"variable","stickiness":"default"}]' ELSE '[]' END::jsonb,
             COALESCE(c.all_of_them, 0), COALESCE(c.active, 0)
        FROM generate_series(1, ${features}) n
       CROSS JOIN unnest('{${ENVIRONMENTS.join(',')}}'::text[]) WITH ORDINALITY AS e(name, position)
        LEFT JOIN (SELECT feature_name, environment, count(*) AS all_of_them, count(*) FILTER (WHERE NOT disabled) AS active
                     FROM feature_strategy GROUP BY 1, 2) c ON c.feature_name = ${featureName('n')} AND c.environment = e.name
       ORDER BY n, e.position`,
    },
  ];
}

/**
 * Sets the counts in features, after the rows they count are inserted.
 * @type {import('./sql.mjs').Step[]}
 */
const COUNTS = [
  {
    table: 'feature_segment',
    sql: `
    INSERT INTO feature_segment (feature_name, segment_id, strategies)
    SELECT feature_name, segment_id, count(*) FROM feature_strategy_segment GROUP BY 1, 2`,
  },
  {
    table: 'feature_count',
    sql: `
    INSERT INTO feature_count (subject, key, project, features)
    SELECT state.subject, '', f.project, count(*) FROM feature f CROSS JOIN LATERAL (VALUES
        ('live', f.archived_at IS NULL), ('archived', f.archived_at IS NOT NULL),
        ('stale', f.archived_at IS NULL AND f.stale),
        ('outlived', f.archived_at IS NULL AND NOT f.stale AND f.outlived_noted_at IS NOT NULL)
      ) state (subject, holds) WHERE state.holds GROUP BY 1, 3
    UNION ALL SELECT 'context-field', u.context_field, f.project, count(*)
      FROM feature_context_field u JOIN feature f ON f.name = u.feature_name
     WHERE f.archived_at IS NULL GROUP BY 2, 3
    UNION ALL SELECT 'segment', u.segment_id::text, f.project, count(*)
      FROM feature_segment u JOIN feature f ON f.name = u.feature_name
     WHERE f.archived_at IS NULL GROUP BY 2, 3`,
  },
];

/**
 * Rows that belong to features, other than strategies.
 * @param {import('../sizes.mjs').Size} size
 * @returns {import('./sql.mjs').Step[]}
 */
export function belongings({ features, users, tags }) {
  return [
    {
      table: 'feature_context_field',
      sql: `
      INSERT INTO feature_context_field (context_field, feature_name, strategies)
      SELECT field, fs.feature_name, count(*) FROM feature_strategy fs, constrained_fields(fs.constraints) field
       WHERE fs.constraint_count > 0 GROUP BY 1, 2`,
    },
    ...COUNTS,
    {
      table: 'feature_tag',
      sql: `
      INSERT INTO feature_tag (feature_name, type, value)
      SELECT ${featureName('n')}, 'simple', 'tag-' || 1 + (n + k) % ${tags} FROM generate_series(1, ${features}) n, generate_series(1, n % 3) k`,
    },
    {
      table: 'feature_dependency',
      sql: `
      INSERT INTO feature_dependency (child, parent)
      SELECT ${featureName('n')}, ${featureName('n - 1')} FROM generate_series(2, ${features}, 11) n WHERE NOT (${isArchived('n')}) AND NOT (${isArchived('n - 1')})`,
    },
    {
      table: 'favorite_feature',
      sql: `
      INSERT INTO favorite_feature (user_id, feature_name) SELECT 1 + (n * 13) % ${users}, ${featureName('n')} FROM generate_series(1, ${features}, 4) n`,
    },
    {
      table: 'feature_lifecycle',
      sql: `
      INSERT INTO feature_lifecycle (feature_name, stage, entered_at)
      SELECT ${featureName('n')}, ('{initial,pre-live,live,completed}'::text[])[k], now() - (100 - 20 * k) * interval '1 day'
        FROM generate_series(1, ${features}) n, generate_series(1, 1 + n % 4) k`,
    },
  ];
}
