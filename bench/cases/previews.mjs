import { Site } from './site.mjs';

/** Milliseconds within which a preview is answered. */
const LIMIT_MS = 50;
const ROUNDS = 12;
/**
 * Milliseconds for which each preview is requested before it is measured, as in the other cases.
 */
const WARM_UP_MS = 1_000;
/** How many features a bulk operation can name. */
const MOST = 1_000;

/** The shares of connections that a service has by default. */
const DEFAULTS = { DATABASE_LONG_READS: '2' };

/**
 * Measures previews (`dryRun=true`) of one feature, of as many features as a request can name, and
 * of a whole environment, one at a time. Nothing is changed.
 * @param {string} url
 * @param {import('pg').Client} client
 */
export async function previews(url, client) {
  const site = await Site.open(url, undefined, DEFAULTS);
  const connection = site.connections[0];
  try {
    const lines = [`  ${'preview'.padEnd(44)} ${'median'.padStart(8)} ${'slowest'.padStart(8)}`];
    for (const [name, method, path, body] of await casesOf(client)) {
      const times = [];
      const type = body ? 'content-type: application/json\r\n' : '';
      const text = body ? JSON.stringify(body) : '';
      const warm = performance.now() + WARM_UP_MS;
      while (times.length < ROUNDS) {
        const start = performance.now();
        const answer = await connection.ask(method, `${path}?dryRun=true`, type, text);
        if (answer.status !== 200)
          throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body()}`);
        if (start > warm) times.push(performance.now() - start);
      }
      times.sort((one, other) => one - other);
      const median = times[Math.floor(times.length / 2)];
      const [middle, last] = [median, times.at(-1)].map((ms) => ms.toFixed(1).padStart(8));
      lines.push(
        `  ${name.padEnd(44)} ${middle} ${last}${median > LIMIT_MS ? '  over 50 ms' : ''}`,
      );
    }
    return lines.join('\n');
  } finally {
    await site.close();
  }
}

/** @param {import('pg').Client} client */
async function casesOf(client) {
  const { rows } = await client.query(
    `SELECT project, array_agg(name ORDER BY name) AS names FROM feature f
      WHERE archived_at IS NULL AND project <> 'default'
        AND NOT EXISTS (SELECT FROM feature_dependency d WHERE d.parent = f.name)
      GROUP BY project ORDER BY count(*) DESC, project LIMIT 1`,
  );
  const { project, names } = rows[0];
  const { rows: places } = await client.query(
    'SELECT name FROM environment WHERE NOT protected ORDER BY name LIMIT 1',
  );
  const environment = places[0].name;
  const body = { features: names.slice(0, MOST) };
  const path = `/api/admin/projects/${project}`;
  const many = `of ${body.features.length} features`;
  const bulk = `${path}/bulk_features/environments/${environment}`;
  const one = `${path}/features/${names[0]}`;
  return [
    ['turning a feature off', 'POST', `${one}/environments/${environment}/off`],
    ['archiving a feature', 'DELETE', one],
    [`turning off ${many}`, 'POST', `${bulk}/off`, body],
    [`turning on ${many}`, 'POST', `${bulk}/on`, body],
    [`archiving ${many}`, 'POST', `${path}/archive`, body],
    ['removing an environment from a project', 'DELETE', `${path}/environments/${environment}`],
    ['deleting an environment', 'DELETE', `/api/admin/environments/${environment}`],
  ];
}
