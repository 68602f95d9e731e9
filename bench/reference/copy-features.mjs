import { withClient } from '../server.mjs';

const ROWS_AT_ONCE = 5_000;

/**
 * The tables to copy: the query that reads rows from our database, and the table of Unleash that
 * they are written to.
 */
const TABLES = [
  {
    name: 'environments',
    read: "SELECT name, type, sort_order, true AS enabled FROM environment WHERE name = 'staging'",
    columns: 'name text, type text, sort_order int, enabled bool',
  },
  {
    name: 'projects',
    read: "SELECT id, name FROM project WHERE id <> 'default'",
    columns: 'id text, name text',
  },
  {
    name: 'project_environments',
    read: 'SELECT project AS project_id, environment AS environment_name FROM project_environment',
    columns: 'project_id text, environment_name text',
  },
  {
    name: 'features',
    read: 'SELECT name, project, type, description, stale, created_at, archived_at FROM feature',
    columns:
      'name text, project text, type text, description text, stale bool, created_at timestamptz, archived_at timestamptz',
  },
  {
    name: 'feature_environments',
    read: 'SELECT feature_name, environment, enabled, variants FROM feature_environment',
    columns: 'feature_name text, environment text, enabled bool, variants jsonb',
  },
  {
    name: 'feature_strategies',
    read: `SELECT s.id, s.feature_name, f.project AS project_name, s.environment, s.name AS strategy_name, s.disabled,
                  s.sort_order, s.parameters, s.constraints, s.variants, s.created_at
             FROM feature_strategy s JOIN feature f ON f.name = s.feature_name`,
    columns: `id text, feature_name text, project_name text, environment text, strategy_name text, disabled bool,
              sort_order int, parameters jsonb, constraints jsonb, variants jsonb, created_at timestamptz`,
  },
];

/**
 * Copies the features of a generated instance, with their strategies, into the database of a new
 * Unleash, and fills its events.
 * @param {string} ours
 * @param {string} theirs
 * @param {number} events
 */
export async function copyFeatures(ours, theirs, events) {
  await withClient(ours, (source) =>
    withClient(theirs, async (target) => {
      for (const table of TABLES) await copyTable(source, target, table);
      await fillEvents(target, events);
      await target.query('VACUUM (ANALYZE)');
    }),
  );
}

/** @param {import('pg').Client} source @param {import('pg').Client} target */
async function copyTable(source, target, { name, read, columns }) {
  const names = columns.match(/(\w+)(?= \w+(,|$))/g).join(', ');
  await source.query('BEGIN');
  await source.query(`DECLARE copied NO SCROLL CURSOR FOR ${read}`);
  for (;;) {
    const { rows } = await source.query(`FETCH ${ROWS_AT_ONCE} FROM copied`);
    if (rows.length === 0) break;
    await target.query(
      `INSERT INTO ${name} (${names})
       SELECT ${names} FROM jsonb_to_recordset($1::jsonb) AS r (${columns}) ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows)],
    );
  }
  await source.query('COMMIT');
}

/**
 * Inserts one event every three seconds until now, marked as announced. A trigger of Unleash counts
 * the changes of each day, which becomes slower and slower within one transaction, so it is
 * replaced by one count afterwards.
 * @param {import('pg').Client} target
 * @param {number} events
 */
async function fillEvents(target, events) {
  await target.query('ALTER TABLE events DISABLE TRIGGER USER');
  await target.query(
    `INSERT INTO events (created_at, type, created_by, created_by_user_id, data, project, environment, feature_name, announced)
     SELECT now() - n * interval '3 seconds', 'feature-environment-enabled', 'admin', 1, '{}', f.project, 'production', f.name, true
       FROM generate_series(1, $1::int) n
       JOIN (SELECT name, project, row_number() OVER () AS place FROM features) f
         ON f.place = 1 + n % (SELECT count(*) FROM features)`,
    [events],
  );
  await target.query('ALTER TABLE events ENABLE TRIGGER USER');
  await target.query(
    `INSERT INTO stat_environment_updates (day, environment, updates)
     SELECT date_trunc('day', created_at), environment, count(*) FROM events
        WHERE environment IS NOT NULL GROUP BY 1, 2
         ON CONFLICT (day, environment) DO UPDATE SET updates = excluded.updates`,
  );
}
