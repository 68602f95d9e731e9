import { Client } from 'pg';
import { ShortStatements } from '../../../../src/platform/database/short-statements.js';
import { SwitchWarmUp } from '../../../../src/flags/feature/switch/switch-warm-up.js';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.stop());

const warmUp = (): Promise<void> => service.service.app.get(SwitchWarmUp, { strict: false }).run();
const load = (): { connections: number; calls: number } =>
  service.service.app.get(ShortStatements, { strict: false }).load;

/** Everything that a switch writes. */
const written = () =>
  service.sql(`
    SELECT (SELECT count(*) FROM feature)::int AS features, (SELECT count(*) FROM event)::int AS events,
           (SELECT count(*) FROM feature_strategy)::int AS strategies,
           (SELECT COALESCE(sum(features), 0) FROM feature_count)::int AS counted`);

test('warming up opens the connections that switches share, and leaves nothing behind', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const before = await written();

  await warmUp();

  expect(load()).toEqual({ connections: expect.any(Number), calls: 0 });
  expect(load().connections).toBeGreaterThan(0);
  expect(await written()).toEqual(before);
  const { body } = await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  expect(body.enabled).toBe(false);
});

test('a failing warm-up does not prevent the start', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  try {
    await other.query('BEGIN; LOCK TABLE feature_strategy IN SHARE MODE');
    await warmUp();
    expect(load().connections).toBeGreaterThan(0);
    await other.query('ROLLBACK');
  } finally {
    await other.end();
  }

  await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  const [{ state }] = (await service.sql<{ state: string }>(
    `SELECT COALESCE(string_agg(DISTINCT state, ','), '') AS state FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )) as [{ state: string }];
  expect(state).toBe('');
});
