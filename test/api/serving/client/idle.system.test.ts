import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { BackgroundJobs } from '../../../../src/platform/database/jobs/background-jobs.js';
import { at } from '../../../support/api.js';
import { LOOKS, sentName } from '../../../support/sent-statements.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { Sdk } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ ENCRYPTION_KEY: '' }); // without a key, nothing is sealed
  // Statements of background jobs would be counted.
  await service.service.app.get(BackgroundJobs).beforeApplicationShutdown();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

type Asked = string | { name?: string; text: string; values?: unknown[] };

async function askedDuring(work: () => PromiseLike<unknown>): Promise<Asked[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  await work();
  const asked = query.mock.calls.map(([first]) => first as unknown as Asked);
  query.mockRestore();
  return asked;
}

/**
 * The statements that are sent while some work runs, by name or text, without the probes of the
 * notification channel.
 */
async function statementsOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  const statements = (await askedDuring(work)).map(sentName);
  return statements.filter((statement) => statement !== 'SELECT');
}

test('as long as nobody asks for features, nothing is read, whatever is changed', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const asked = await statementsOf(async () => {
    await service.api.post(`${at(feature, 'development')}/off`).expect(200);
    await sleep(200);
  });
  expect(asked.filter((one) => one.startsWith('snapshot.'))).toEqual([]);
});

test('while nothing is changed, there is one small statement each time that it is looked', async () => {
  const polling = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '1' });
  try {
    await Sdk.of(polling).get().expect(200);
    await sleep(100);
    const began = performance.now();
    const asked = await statementsOf(() => sleep(2_500));
    const seconds = (performance.now() - began) / 1000;
    const refreshes = asked.filter((one) => one.startsWith('snapshot.'));
    expect(new Set(refreshes)).toEqual(new Set(['snapshot.refresh']));
    // The other instance looks now and then, too.
    expect(refreshes.length).toBeLessThanOrEqual(2 + Math.floor(seconds));
  } finally {
    await polling.stop();
  }
});

test('SDKs that ask cost no statement but the one, once a second, that finds out who they are', async () => {
  const sdk = Sdk.of(service);
  const etag = await sdk.etag();
  const all = await statementsOf(async () => {
    for (let n = 0; n < 20; n++) await sdk.get('', { 'If-None-Match': etag }).expect(304);
    for (let n = 0; n < 20; n++) await sdk.get().expect(200);
  });
  // Periodic checks run independently of requests.
  const asked = all.filter((one) => !LOOKS.includes(one));
  expect(
    asked.filter((one) => one !== 'caller-lookup.token' && one !== 'snapshot.refresh'),
  ).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('many who ask for an environment at once are one reading', async () => {
  const fresh = await service.beside();
  try {
    await fresh.api.as({ token: CLIENT_TOKEN }).get('/api/client/features/nobody').expect(404);
    const asked = await askedDuring(() =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          fresh.api.get('/api/client/features?environment=production').expect(200),
        ),
      ),
    );
    const isLoad = (one: Asked): boolean =>
      typeof one === 'object' &&
      sentName(one) === 'snapshot.load' &&
      one.values?.[0] === 'production';
    expect(asked.filter(isLoad)).toHaveLength(1);
  } finally {
    await fresh.stop();
  }
});

test('a switch reads again the one feature', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  for (let n = 0; n < 5; n++) await service.given.feature();
  const sdk = Sdk.of(service);
  await sdk.get().expect(200);
  const { SnapshotReader } =
    await import('../../../../src/serving/sdk-api/snapshot/snapshot-reader.js');
  const changes = jest.spyOn(SnapshotReader.prototype, 'changes');
  await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  await sdk.get().expect(200);
  const readings = await Promise.all(
    changes.mock.results.map(({ value }) => value as ReturnType<SnapshotReaderType['changes']>),
  );
  expect(readings.flatMap((reading) => [...reading.in('development').keys()])).toEqual([feature]);
});
type SnapshotReaderType =
  import('../../../../src/serving/sdk-api/snapshot/snapshot-reader.js').SnapshotReader;
