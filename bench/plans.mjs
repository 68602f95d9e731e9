// Prints the plans of the statements of the hot paths on a generated database; their changes are
// rolled back. See README.md.
import { ACTOR } from './cases/site.mjs';
import { ensureInstance } from './instance.mjs';
import { main, readOptions } from './options.mjs';
import { compiled, startServer, withClient } from './server.mjs';

main(async () => {
  const { sizes } = readOptions({ size: { type: 'string', default: 'large' } });
  const statements = await hotStatements();
  const server = await startServer();
  try {
    for (const size of sizes)
      await withClient(await ensureInstance(server, size), (client) =>
        printPlans(client, statements),
      );
  } finally {
    await server.stop();
  }
});

/** Each statement with sample values. */
async function hotStatements() {
  const { SWITCH_OFF, SWITCH_ON } = await compiled(
    'src/flags/feature/switch/feature-switch.sql.js',
  );
  const { READ_FEATURE, LIST_FEATURES, LOCATE_FEATURE } = await compiled(
    'src/flags/feature/feature.sql.js',
  );
  const { STATISTICS } = (await compiled('src/instance/instance-admin/statistics.sql.js')) ?? {};
  const switching = ({ project, name }) => [
    project,
    name,
    'production',
    ACTOR.name,
    ACTOR.id,
    ACTOR.token,
    '50',
    null,
  ];
  return [
    { statement: SWITCH_OFF, values: switching },
    { statement: SWITCH_ON, values: switching, enabled: false },
    { statement: READ_FEATURE, values: ({ project, name }) => [project, name, ACTOR.id] },
    { statement: LOCATE_FEATURE, values: ({ project, name }) => [project, name, 'production'] },
    { statement: LIST_FEATURES, values: ({ project }) => [project, ACTOR.id, null, null] },
    ...(STATISTICS ? [{ statement: STATISTICS, values: () => [] }] : []),
  ];
}

/**
 * Prints the generic plan, which PostgreSQL uses for a prepared statement after some executions.
 */
async function printPlans(client, statements) {
  await client.query('SET plan_cache_mode = force_generic_plan');
  for (const { statement, values, enabled = true } of statements) {
    const { rows } = await client.query(
      `SELECT f.project, f.name FROM feature f JOIN feature_environment fe ON fe.feature_name = f.name
        WHERE f.archived_at IS NULL AND fe.environment = 'production' AND fe.enabled = $1 ORDER BY f.name LIMIT 1`,
      [enabled],
    );
    await client.query('BEGIN');
    await client.query(`PREPARE one AS ${statement.text}`);
    const literals = values(rows[0]).map((value) =>
      value === null ? 'NULL' : client.escapeLiteral(String(value)),
    );
    const execute = `EXECUTE one${literals.length ? `(${literals.join(', ')})` : ''}`;
    const plan = await client.query(`EXPLAIN (ANALYZE, BUFFERS, WAL) ${execute}`);
    console.log(
      `\n--- ${statement.name} ---\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`,
    );
    await client.query('ROLLBACK; DEALLOCATE one');
  }
}
