import { Client } from 'pg';
import { DeliveryWriter } from '../../../../src/serving/sdk-api/streaming/delivery-writer.js';
import { EventTally } from '../../../../src/core/event/event-tally.js';
import { HorizonWatch } from '../../../../src/core/event/horizon-watch.js';
import { READ_HORIZON, type HorizonReading } from '../../../../src/core/event/horizon.sql.js';
import { at } from '../../../support/api.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { eventually, until } from '../../../support/waiting.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const tallyOf = (instance = service): EventTally => instance.service.app.get(EventTally);
const figures = async (): Promise<string> =>
  (await service.api.as().get('/internal-backstage/prometheus').expect(200)).text;

interface Changes {
  last30: number;
}
async function productionChanges(): Promise<number> {
  const { body } = await service.api.get('/api/admin/instance-admin/statistics').expect(200);
  return (body.productionChanges as Changes).last30;
}

/** Simulates a dump of a cluster that is far ahead: its events, and the position of their tally. */
async function restore({ tallied }: { tallied: boolean }): Promise<void> {
  await service.sql(
    `UPDATE event SET transaction_id = ((transaction_id::text::bigint % 1000000 + 900000000)::text)::xid8`,
  );
  await service.sql(`UPDATE event_tally_horizon SET transaction_id = $1`, [
    tallied ? '950000000' : '3',
  ]);
  await service.sql(`UPDATE sdk_connection SET horizon = '900000000:900000000:'`);
}

async function switchOften(feature: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++)
    await service.api.post(`${at(feature, 'production')}/${n % 2 ? 'off' : 'on'}`).expect(200);
}

test.each([
  ['tallied', true],
  ['not tallied', false],
])(
  'what is switched after a restore under the running service is counted once, those that came along being %s',
  async (_, tallied) => {
    const feature = await service.given.feature();
    await switchOften(feature, 2);
    const before = await productionChanges();
    await restore({ tallied });

    await switchOften(feature, 6);
    await tallyOf().catchUp();

    expect(await productionChanges()).toBe(before + 6);
    await switchOften(feature, 2);
    await tallyOf().catchUp();
    expect(await productionChanges()).toBe(before + 8);
    const [{ future }] = (await service.sql<{ future: number }>(
      'SELECT count(*)::int AS future FROM event WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())',
    )) as [{ future: number }];
    expect(future).toBe(0);
  },
);

test('when several instances notice a restore at once, exactly one repairs the counts', async () => {
  const beside = await service.beside();
  try {
    await restore({ tallied: true });
    const restores = (): number => tallyOf().restores + tallyOf(beside).restores;
    const before = restores();

    await Promise.all([tallyOf().catchUp(), tallyOf(beside).catchUp(), tallyOf().catchUp()]);

    expect(restores()).toBe(before + 1);
    expect(await figures()).toMatch(/^database_restores [1-9]/m);
  } finally {
    await beside.stop();
  }
});

test('a database that comes from another cluster is counted anew, even when its transactions are no longer in the future', async () => {
  const feature = await service.given.feature();
  await switchOften(feature, 2);
  await tallyOf().catchUp();
  const before = await productionChanges();
  await service.sql(`UPDATE event_tally_horizon SET cluster = 'another'`);
  await service.sql(`DELETE FROM event_hour_tally`); // counts that no event explains

  await tallyOf().catchUp();

  expect(await productionChanges()).toBe(before);
  const [horizon] = await service.sql<{ cluster: string }>(
    'SELECT cluster FROM event_tally_horizon',
  );
  expect(horizon!.cluster).toMatch(/^\d+$/);
});

test('after a restore an SDK counts as told of what it has been told of, and of nothing else', async () => {
  const feature = await service.given.feature();
  const sdk = service.api.as({ token: CLIENT_TOKEN });
  const headers = { 'unleash-appname': 'restored', 'unleash-instanceid': 'one' };
  const delivery = async (): Promise<{ connected: number; delivered: number }> => {
    await sdk.get('/api/client/features').set(headers).expect(200);
    await service.service.app.get(DeliveryWriter, { strict: false }).write();
    return (await service.api.get(`${at(feature, 'development')}/delivery`).expect(200)).body;
  };
  await eventually(delivery, ({ delivered }) => delivered === 1);
  await restore({ tallied: true });

  await tallyOf().catchUp();
  await eventually(delivery, ({ connected, delivered }) => connected === 1 && delivered === 1);
});

describe('a transaction that does not end', () => {
  const other = async (): Promise<Client> => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    return client;
  };
  const read = async (): Promise<HorizonReading> =>
    (await service.sql<HorizonReading>(READ_HORIZON.text))[0]!;

  test('is found and measured, whichever session has forgotten it', async () => {
    const client = await other();
    try {
      await client.query('BEGIN; CREATE TABLE forgotten ()');
      const { rows } = await client.query<{ id: string }>(
        'SELECT pg_current_xact_id()::text AS id',
      );
      const watch = service.service.app.get(HorizonWatch);
      await service.given.feature();

      // Transactions of other databases of the server may be older for a moment.
      await until(async () => (await read()).xmin === rows[0]!.id);
      const reading = await read();
      await watch.observe(reading);
      await watch.observe(reading);

      expect(watch.heldBack.kind).toBe('session');
      expect(watch.heldBack.seconds).toBeGreaterThan(0);
      expect(watch.untallied.events).toBeGreaterThan(0);
      expect(await figures()).toMatch(
        /^database_horizon_age_seconds\{held_by="session"\} [\d.]+$/m,
      );
      expect(await figures()).toMatch(/^event_tally_untallied_events [1-9]/m);
      expect(await figures()).toMatch(/^webhook_lag_seconds 0$/m);
    } finally {
      await client.end();
    }
  });
});

test('a forgotten prepared transaction is named once in the log, with how to end it, and said to have ended', async () => {
  const holder = {
    kind: 'prepared',
    pid: null,
    gid: 'left',
    database: 'other',
    user: 'somebody',
    application: null,
    state: null,
    seconds: 4_000,
  };
  const watch = new HorizonWatch({ run: async () => [holder] } as never);
  const log = (watch as unknown as { log: { warn: () => void; log: () => void } }).log;
  const [warn, info] = [
    jest.spyOn(log, 'warn').mockImplementation(),
    jest.spyOn(log, 'log').mockImplementation(),
  ];
  const reading = { restored: false, xmin: '7', xmax: '9', untallied: 3, untalliedSeconds: 3_000 };

  for (let n = 0; n < 4; n++) await watch.observe(reading);
  expect(watch.heldBack).toMatchObject({ seconds: 4_000, kind: 'prepared' });
  await watch.observe({ ...reading, xmin: '9' });

  expect(warn.mock.calls).toEqual([
    [
      expect.objectContaining({ transaction: '7', untallied: 3 }),
      expect.stringMatching(
        /prepared transaction "left" \(database "other", user "somebody"; end it with COMMIT PREPARED/,
      ),
    ],
  ]);
  expect(info).toHaveBeenCalledTimes(1);
  expect(watch.heldBack.seconds).toBe(0);
});
