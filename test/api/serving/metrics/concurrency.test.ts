import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import { Meters } from '../../../../src/platform/meters/meters.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { Service } from '../../../../src/service.js';
import { FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { report, sdk, written } from './support.js';

let service: TestService;
let another: Service;
beforeAll(async () => {
  service = await TestService.start();
  const [database] = await service.sql<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(process.env['TEST_SERVER_URL']!);
  url.pathname = `/${database!.name}`;
  another = await Service.start(
    loadConfig({ PORT: '0', HTTP_HOST: '127.0.0.1', DATABASE_URL: url.href, LOG_LEVEL: 'silent' }),
  );
});
afterAll(async () => {
  await another.stop('the end of the test');
  await service.stop();
});

test('instances that write the same usage at the same moment, while features are deleted, count everything once', async () => {
  const names = Array.from({ length: 30 }, () => unique());
  const doomed = names.filter((_, index) => index % 3 === 0);
  for (const name of names) await service.given.feature({ name });
  const usageOf = (order: string[]) =>
    report(Object.fromEntries(order.map((name) => [name, { yes: 1, variants: { a: 1 } }])), {
      instanceId: unique(),
    });
  const there = another.app.get(UsageWriter);
  const moment = { appName: 'shop', environment: 'development', at: Date.now(), yes: 1, no: 0 };

  for (let round = 0; round < 10; round++) {
    await sdk(service).post('/api/client/metrics', usageOf(names)).expect(202);
    await there.add(
      [],
      [...names].reverse().map((featureName) => ({ ...moment, featureName, variants: [['a', 1]] })),
    );
    const deleted = doomed[round]!;
    await service.api.delete(`${FEATURES}/${deleted}`).expect(202);
    await Promise.all([
      written(service),
      there.write(),
      service.api.delete(`/api/admin/archive/${deleted}`).expect(200),
    ]);
  }
  // What failed because of a concurrent writer is written by now, or kept for the next attempt.
  await Promise.all([written(service), there.write()]);

  const sums = await service.sql(
    'SELECT DISTINCT yes::int FROM client_metric WHERE feature_name = ANY ($1)',
    [names],
  );
  expect(sums).toEqual([{ yes: 20 }]);
  const used = await service.sql<{ feature_name: string; yes: number }>(
    'SELECT feature_name, yes::int FROM feature_environment_usage ORDER BY 1',
  );
  expect(used).toEqual(
    names
      .filter((name) => !doomed.includes(name))
      .sort()
      .map((feature_name) => ({ feature_name, yes: 20 })),
  );
  for (const { app } of [service.service, another])
    expect(await app.get(Meters).registry.metrics()).not.toMatch(/lost_total\{.*\} [1-9]/);
});
