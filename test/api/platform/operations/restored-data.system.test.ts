import { Client } from 'pg';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { verifyCounts } from '../../../../src/instance/operations/counts/count-verifier.js';
import { at } from '../../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { insertRows, truncateAll } from '../../../support/restored-rows.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let rows: Map<string, object[]>;
beforeAll(async () => {
  service = await TestService.start();
  await fill();
  rows = await rowsOf(service.databaseUrl);
});
afterAll(() => service.stop());

/** Creates something of every kind that is counted. */
async function fill(): Promise<void> {
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
  const feature = await service.given.feature({ enabledIn: ['production'] });
  for (let n = 0; n < 3; n++)
    await service.api
      .post(`${at(feature, 'production')}/strategies`)
      .send({ name: 'default', parameters: {}, constraints })
      .expect(200);
  const hour = "date_trunc('hour', now())";
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes)
     VALUES ($1, 'app', 'production', ${hour}, 1), ($1, 'other', 'production', ${hour}, 1)`,
    [feature],
  );
  await service.sql(
    `INSERT INTO feature_environment_usage (feature_name, environment, last_seen_at, hour)
     VALUES ($1, 'production', now(), ${hour})`,
    [feature],
  );
  await service.service.app.get(EventTally).catchUp();
}

const connected = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** The rows of each table without its partitions' duplicates, as in a dump. */
const rowsOf = (url: string): Promise<Map<string, object[]>> =>
  connected(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    );
    const found = new Map<string, object[]>();
    for (const { name } of tables) {
      const { rows: all } = await client.query<{ row: object }>(
        `SELECT to_jsonb(t) AS row FROM "${name}" t`,
      );
      if (all.length > 0)
        found.set(
          name,
          all.map(({ row }) => row),
        );
    }
    return found;
  });

/** Restores rows like a data-only restore: with triggers, and with an empty search path. */
async function restore(url: string, { emptied, byRoot }: Options): Promise<void> {
  await connected(url, async (client) => {
    await client.query('BEGIN');
    await truncateAll(client, emptied ? [] : ['event_tally_horizon']);
    for (const table of rows.keys()) {
      const [day] = /(?<=^client_metric_d)\d{8}$/.exec(table) ?? [];
      if (day && !byRoot) await client.query('SELECT public.add_usage_day($1)', [day]);
    }
    await client.query("SET LOCAL search_path = ''");
    const root = (table: string): string => table.replace(/_(rest|[dm][0-9]{6,8})$/, '');
    await insertRows(client, rows, byRoot ? root : undefined);
    await client.query('COMMIT');
  });
}

interface Options {
  emptied: boolean;
  byRoot: boolean;
}

const counted = async (instance: TestService): Promise<object> => {
  const { body } = await instance.api.get('/api/admin/instance-admin/statistics').expect(200);
  return { ...body, timestamp: undefined, sum: undefined };
};

test.each([
  ['the partitions of an empty schema', { emptied: true, byRoot: false }],
  ['the partitioned tables of an empty schema', { emptied: true, byRoot: true }],
  ['a schema that the service has prepared', { emptied: false, byRoot: true }],
])('data that are restored into %s are counted once', async (_, options) => {
  const database: TestDatabase = await createTestDatabase();
  await restore(database.url, options);

  const other = await TestService.on(database.url, () => database.drop());
  try {
    const address = { url: database.url, ssl: false as const };
    const report = await verifyCounts(address, { repair: false });
    expect(report!.differences).toEqual([]);
    expect(await counted(other)).toEqual(await counted(service));
    const [horizon] = await other.sql('SELECT is_restored FROM event_tally_horizon');
    expect(horizon).toEqual({ is_restored: false });
    expect(await other.sql('SELECT FROM client_metric')).toHaveLength(2);
  } finally {
    await other.stop();
  }
});
