import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Unleash } from 'unleash-client';
import { main } from '../../../../verify/verify.js';
import { run } from '../../../../src/platform/config/program.js';
import { at } from '../../../support/api.js';
import { somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { untilSealed } from '../../../support/sealing.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { latestEvent } from '../../../support/undoing.js';
import { until } from '../../../support/waiting.js';
import { endSdk } from '../../../support/sdk.js';

let service: TestService;
let beside: TestService;
const open: { close(): void }[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'receipt-'));
beforeAll(async () => {
  service = await TestService.start();
  beside = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '3600' });
});
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await service.sql('DELETE FROM sdk_connection');
  await service.sql(`DELETE FROM sdk_instance WHERE expires_at > now() + interval '1 minute'`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await beside.stop();
  await service.stop();
});

const OFF = 'feature-environment-disabled';
const off = (feature: string): string => `${at(feature, 'development')}/off`;
const feature = () => service.given.feature({ enabledIn: ['development'] });
const receiptOf = (id: number): string => `/api/admin/events/${id}/receipt`;

/** Starts a streaming SDK that has received everything. */
async function sdk(appName: string, of: TestService): Promise<void> {
  const started = new Unleash({
    appName,
    instanceId: `${appName}-1`,
    url: `${of.url}/api/`,
    customHeaders: { Authorization: CLIENT_TOKEN },
    experimentalMode: { type: 'streaming' },
    refreshInterval: 600_000,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => undefined },
  });
  open.push({ close: () => endSdk(started) });
  started.on('error', () => undefined);
  await new Promise((resolve) => started.once('synchronized', resolve));
}

/** Stores an SDK that is connected and never receives a change. */
const silentSdk = (appName: string) =>
  service.sql(
    `INSERT INTO sdk_connection (environment, app_name, instance_id, connection_id, mode,
       hidden_projects, name_prefix, fetched_at, expires_at, horizon)
     VALUES ('development', $1, 'silent', '', 'streaming', '{}', '', now(),
       now() + interval '1 hour', '1:1:')`,
    [appName],
  );

interface Content {
  issuedAt: string;
  event: { id: number; type: string; createdBy: string; featureName: string };
  proof: { checkpoint: { index: number; hash: string } } | null;
  proofNote: string | null;
  delivery: Record<string, unknown>;
}

const contentOf = (receipt: string): Content =>
  JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString()) as Content;

/** Runs the verifier on a file with this text, with the keys that the service publishes. */
async function verify(text: string, ...options: string[]): Promise<{ code: number; out: string }> {
  const [file, keys] = [path.join(folder, 'receipt.jws'), path.join(folder, 'jwks.json')];
  const { body } = await service.api.as().get('/.well-known/jwks.json').expect(200);
  writeFileSync(file, text);
  writeFileSync(keys, JSON.stringify(body));
  let out = '';
  const print = { write: (line: string) => (out += line) };
  const terminal = { environment: {}, out: print, err: print };
  const code = await run(main, ['--receipt', file, '--keys', keys, ...options], terminal);
  return { code, out };
}

describe('turning off with a receipt', () => {
  test('says which SDKs, applications and instances have it, within a second of the last', async () => {
    const name = await feature();
    await Promise.all([sdk('here', service), sdk('there', beside)]);
    const start = performance.now();
    const { body } = await service.api.post(`${off(name)}?receipt=true`).expect(200);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(body).toMatchObject({ name, environments: expect.any(Array) });
    expect(body).not.toHaveProperty('delivery');
    const { event, delivery, ...others } = contentOf(body.receipt as string);
    expect(event).toMatchObject({
      id: await latestEvent(service, OFF),
      type: OFF,
      featureName: name,
      environment: 'development',
    });
    expect(others).toMatchObject({ version: 1, revision: expect.stringMatching(/^\d+$/) });
    expect(delivery).toMatchObject({
      complete: true,
      connected: 2,
      delivered: 2,
      applications: [
        { appName: 'here', connected: 1, delivered: 1 },
        { appName: 'there', connected: 1, delivered: 1 },
      ],
      instances: { connected: 2, delivered: 2 },
    });
    expect(delivery['connections']).toHaveLength(2);
    expect(delivery['connections']).toContainEqual({
      appName: 'here',
      instanceId: 'here-1',
      sdkVersion: expect.stringContaining('unleash'),
      mode: 'streaming',
      hasChange: true,
      lastFetchedAt: expect.any(String),
    });
    expect(delivery['servedBy']).toEqual(
      [1, 2].map(() => ({
        instanceId: expect.any(String),
        hasChange: true,
        reportedAt: expect.any(String),
      })),
    );
  });

  test('names those that have not, and waits no longer than a second for them', async () => {
    const name = await feature();
    await silentSdk('deaf');
    const start = performance.now();
    const { body } = await service.api.post(`${off(name)}?receipt=true`).expect(200);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(contentOf(body.receipt as string).delivery).toMatchObject({
      complete: false,
      connected: 1,
      delivered: 0,
      connections: [{ appName: 'deaf', hasChange: false }],
    });
  });

  test('states the delivery that waitForDelivery has waited for', async () => {
    const name = await feature();
    await silentSdk('deaf');
    const path = `${off(name)}?receipt=true&waitForDelivery=2s`;
    const { body } = await service.api.post(path).expect(200);
    expect(body.delivery).toMatchObject({ complete: false, connected: 1, delivered: 0 });
    expect(body.delivery.waitedMs).toBeGreaterThanOrEqual(1_990);
    const { event, delivery } = contentOf(body.receipt as string);
    expect(event.id).toBe(body.delivery.eventId);
    expect(delivery).toMatchObject({ complete: false, connected: 1, delivered: 0 });
  });

  test('shows nothing to callers who lose access while they wait', async () => {
    const name = await feature();
    await silentSdk('deaf');
    const editor = await somebody(service, 'Editor');
    const path = `${off(name)}?receipt=true&waitForDelivery=3s`;
    const answer = editor.api.post(path).then((one) => one);
    await until(async () => !(await service.api.get(at(name, 'development'))).body.enabled);
    await service.api.delete(`/api/admin/user-admin/${editor.id}`).expect(200);
    const { status, body } = await answer;
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name, delivery: null, receipt: null, receiptNote: expect.any(String) },
    });
  });

  test('has none for what no event has changed, and is refused where nothing is delivered', async () => {
    const name = await service.given.feature();
    const { body } = await service.api.post(`${off(name)}?receipt=true`).expect(200);
    expect(body).toMatchObject({ receipt: null, receiptNote: expect.any(String) });
    await service.api.post(`${off(name)}?receipt=yes`).expect(400);
    await service.api.post(`${off(name)}?receipt=true&dryRun=true`).expect(400);
    await service.api.put(`${at(name)}?receipt=true`, { description: 'new' }).expect(400);
    expect((await service.api.get(at(name)).expect(200)).body.description).not.toBe('new');
  });

  test('looks for its event among the latest ones of the feature only', async () => {
    const name = await feature();
    await service.api.post(off(name)).expect(200);
    const again = async () =>
      (await service.api.post(`${off(name)}?receipt=true`).expect(200)).body as object;
    expect(await again()).toMatchObject({ receipt: expect.any(String) });
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, project, feature_name)
       SELECT 'feature-updated', 'somebody', 1, 'default', $1 FROM generate_series(1, 1000)`,
      [name],
    );
    expect(await again()).toMatchObject({ receipt: null, receiptNote: expect.any(String) });
  });

  test('is the same as without it otherwise, also when it is repeated', async () => {
    const name = await feature();
    const key = unique('key');
    const send = () =>
      service.api
        .post(`${off(name)}?receipt=true`)
        .set('Idempotency-Key', key)
        .expect(200);
    const { receipt, ...changed } = (await send()).body as { receipt: string };
    expect(contentOf(receipt).event.type).toBe(OFF);
    // The repeated request has the response of the change.
    expect((await send()).body).toEqual(changed);
  });
});

describe('the receipt of an event', () => {
  test('has a proof once the event is sealed, and verifies offline', async () => {
    const name = await feature();
    await service.api.post(off(name)).expect(200);
    const id = await latestEvent(service, OFF);
    const early = contentOf(
      (await service.api.get(receiptOf(id)).expect(200)).body.receipt as string,
    );
    if (!early.proof) expect(early.proofNote).toContain('not sealed yet');
    await untilSealed(service);
    const { body } = await service.api.get(receiptOf(id)).expect(200);
    const content = contentOf(body.receipt as string);
    expect(body.content).toEqual(content);
    expect(content.proofNote).toBeNull();
    const { index, hash } = content.proof!.checkpoint;

    const { code, out } = await verify(`${body.receipt}\n`);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`Event ${id}: `) });
    expect(out).toContain(`turned ${name} off in development`);
    expect(out).toContain(`checkpoint ${index}`);
    const saved = path.join(folder, 'checkpoint.json');
    writeFileSync(saved, JSON.stringify({ index, hash }));
    expect((await verify(body.receipt as string, '--checkpoint', saved)).code).toBe(0);
    writeFileSync(
      saved,
      JSON.stringify({ index, hash: hash.replace(/^./, (a) => (a === '0' ? '1' : '0')) }),
    );
    expect((await verify(body.receipt as string, '--checkpoint', saved)).code).toBe(1);
  });

  test('takes none of the searches of its caller while it waits', async () => {
    const name = await feature();
    await service.api.post(off(name)).expect(200);
    const id = await latestEvent(service, OFF);
    await silentSdk('deaf');
    let made = 0;
    const receipts = Array.from({ length: 4 }, async () => {
      await service.api.get(receiptOf(id)).expect(200);
      made++;
    });
    await new Promise((resolve) => setTimeout(resolve, 300)); // All of them wait.
    await service.api.get('/api/admin/search/events').expect(200);
    expect(made).toBe(0);
    await Promise.all(receipts);
  });

  test('does not verify when one of its bytes is changed', async () => {
    const name = await feature();
    const { body } = await service.api.post(`${off(name)}?receipt=true`).expect(200);
    const receipt = body.receipt as string;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // Every last bit, and places in all three parts.
    const places = [0, 10, receipt.indexOf('.'), receipt.indexOf('.') + 5, receipt.length - 1];
    for (let n = 0; n < receipt.length; n += 97) places.push(n);
    for (const place of places) {
      const other = letters[letters.indexOf(receipt[place]!) ^ 1] ?? 'A';
      const changed = receipt.slice(0, place) + other + receipt.slice(place + 1);
      expect({ place, ...(await verify(changed)) }).toMatchObject({ place, code: 1 });
    }
    for (const changed of [receipt.slice(0, -1), `${receipt}A`, `${receipt}.`, ` ${receipt}`, ''])
      expect((await verify(changed)).code).toBe(1);
    // Somebody has saved the whole response.
    const whole = await verify(JSON.stringify(body));
    expect(whole).toMatchObject({ code: 1, out: expect.stringContaining('it is no receipt') });
    expect((await verify(receipt)).code).toBe(0);
    expect((await verify(receipt, '--trust', 'another')).code).toBe(1);
  });

  test('is returned alone to callers that want a file', async () => {
    const name = await feature();
    await service.api.post(off(name)).expect(200);
    const path = receiptOf(await latestEvent(service, OFF));
    for (const answer of [
      await service.api.get(`${path}?format=jose`).expect(200),
      await service.api.get(path).set('Accept', 'application/jose').expect(200),
    ]) {
      expect(answer.headers['content-type']).toMatch('application/jose');
      expect(answer.headers['content-disposition']).toContain('attachment; filename="receipt-');
      expect((await verify(answer.text)).code).toBe(0);
    }
    await service.api.get(`${path}?format=xml`).expect(400);
  });

  test('is for switches that the caller may see, whatever happened since', async () => {
    const project = await service.given.project();
    const features = `/api/admin/projects/${project}/features`;
    const name = unique();
    await service.api.post(features, { name }).expect(201);
    const created = await latestEvent(service, 'feature-created');
    const place = `${features}/${name}/environments/development`;
    await service.api.post(`${place}/on`).expect(200);
    const on = await latestEvent(service, 'feature-environment-enabled');
    const { body } = await service.api.get(receiptOf(on)).expect(200);
    expect(body.content.event).toMatchObject({ id: on, type: 'feature-environment-enabled' });
    expect((await service.api.get(receiptOf(created)).expect(400)).body.message).toContain(
      'feature-created',
    );
    await service.api.get(receiptOf(99_999_999)).expect(404);
    const viewer = await somebody(service, 'Viewer');
    await viewer.api.get(receiptOf(on)).expect(200);
    await service.api
      .put(`/api/admin/projects/${project}/settings`, { mode: 'private' })
      .expect(200);
    await until(async () => (await viewer.api.get(receiptOf(on))).status === 404);
    await service.api.delete(`${features}/${name}`).expect(202);
    await service.api.get(receiptOf(on)).expect(200);
  });
});
