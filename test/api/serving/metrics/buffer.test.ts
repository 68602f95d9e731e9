import { Client } from 'pg';
import { createTestDatabase } from '../../../support/database.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { BodyReading } from '../../../../src/serving/metrics/report/body-reading.js';
import { UsageBuffer } from '../../../../src/serving/metrics/report/usage-buffer.js';
import { Service } from '../../../../src/service.js';
import { Api } from '../../../support/api.js';
import { ADMIN_PASSWORD, ADMIN_TOKEN } from '../../../support/service.js';
import { report } from './support.js';

test('usage that was reported is written when the service stops', async () => {
  const database = await createTestDatabase();
  const service = await Service.start(
    loadConfig({
      PORT: '0',
      HTTP_HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD,
    }),
  );
  const { port } = service.app.getHttpServer().address() as { port: number };
  await new Api(`http://127.0.0.1:${port}`, { authorization: ADMIN_TOKEN })
    .post('/api/client/metrics', report({ last: { yes: 1 } }))
    .expect(202);

  await service.stop('the end of the test');

  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT yes::int FROM client_metric WHERE feature_name = 'last'",
  );
  await client.end();
  await database.drop();
  expect(rows).toEqual([{ yes: 1 }]);
});

test.each([
  ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00.123456', '2030-01-31T12:00:00.123Z'],
  ['2030-01-31T12:00:00', '2030-01-31T12:00:00.000Z'],
  ['2030-01-31T12:00:00+02:00', '2030-01-31T10:00:00.000Z'],
  ['2030-01-31T12:00:00.5-01:30', '2030-01-31T13:30:00.500Z'],
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  [1_900_000_000_000, '2030-03-17T17:46:40.000Z'],
  ['1900000000000', '2030-03-17T17:46:40.000Z'],
])('the moment %p is %s', (sent, meant) => {
  expect(new Date(new BodyReading().moment(sent, '/body/start')).toISOString()).toBe(meant);
});

describe('the memory for reported usage', () => {
  const line = (featureName: string) => ({
    featureName,
    appName: 'a',
    environment: 'e',
    at: 0,
    yes: 1,
    no: 0,
    variants: [],
  });

  test('is bounded: what is new finds no room any more, what is known goes on being summed up', () => {
    const buffer = new UsageBuffer(1_000);

    expect(['f1', 'f2', 'f3', 'f1'].map((name) => buffer.addUsage(line(name)))).toEqual([
      0, 0, 1, 0,
    ]);

    expect(buffer.drain().buckets.map(({ featureName, yes }) => [featureName, yes])).toEqual([
      ['f1', 2],
      ['f2', 1],
    ]);
    expect(buffer.isEmpty).toBe(true);
    expect(buffer.addUsage(line('f3'))).toBe(0);
  });

  test('keeps what is put back together with what came since, and returns how much had no room', () => {
    const buffer = new UsageBuffer(1_000);
    ['f1', 'f2'].forEach((name) => buffer.addUsage(line(name)));
    const taken = buffer.drain();
    ['f2', 'f3'].forEach((name) => buffer.addUsage(line(name)));

    expect(buffer.requeue(taken)).toBe(1);

    expect(buffer.drain().buckets.map(({ featureName, yes }) => [featureName, yes])).toEqual([
      ['f2', 2],
      ['f3', 1],
    ]);
  });
});
