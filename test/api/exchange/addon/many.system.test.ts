import { MAX_ADDONS } from '../../../../src/exchange/integration/addon.service.js';
import { WebhookScene } from '../../../support/webhook-scene.js';

/** Tests that many addons do not slow down other requests. */

const ADDONS = '/api/admin/addons';

let scene: WebhookScene;
beforeAll(async () => {
  scene = await WebhookScene.start({ WORKER_QUEUE_LIMIT: '1' });
});
afterAll(() => scene.stop());
afterEach(async () => {
  // Cursors first, as the service does, which may be settling a delivery.
  await scene.service.sql(
    `WITH locked AS (SELECT addon_id FROM addon_cursor ORDER BY addon_id FOR UPDATE)
       DELETE FROM addon WHERE id IN (SELECT addon_id FROM locked)`,
  );
  await scene.clear();
});

/** Inserts copies of an addon until the maximum number of addons is reached. */
async function copied(id: number): Promise<void> {
  await scene.service.sql(
    `WITH copy AS (
       INSERT INTO addon (provider, description, enabled, parameters, events, projects, environments)
         SELECT a.provider, a.description, a.enabled, a.parameters, a.events, a.projects,
                a.environments
           FROM addon a, generate_series(2, $2) WHERE a.id = $1 RETURNING id)
     INSERT INTO addon_cursor (addon_id, transaction_id, event_id, highest_event_id)
       SELECT copy.id, c.transaction_id, c.event_id, c.highest_event_id
         FROM copy, addon_cursor c WHERE c.addon_id = $1`,
    [id, MAX_ADDONS],
  );
}

test('there are so many addons at most, also when they are created at the same time', async () => {
  const id = await scene.given({ enabled: false });
  await copied(id);
  await scene.service.api.delete(`${ADDONS}/${id}`).expect(200);
  const parameters = { url: scene.receiver.url };
  const addon = { provider: 'webhook', enabled: false, events: ['feature-created'], parameters };
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => scene.service.api.post(ADDONS, addon)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  const { body } = answers.find(({ status }) => status === 400)!;
  expect(body.message).toContain(`at most ${MAX_ADDONS} addons`);
});

test('an event that concerns all of them keeps nobody else waiting for a connection', async () => {
  const { api } = scene.service;
  const id = await scene.given();
  await copied(id);
  await scene.service.given.feature();
  const statuses: number[] = [];
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.get('/api/admin/environments')),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect([...new Set(statuses)]).toEqual([200]);
  expect((await scene.settled(id, 1))[0]).toMatchObject({ state: 'success' });
});

test('waiting for the templates of others is no failed attempt', async () => {
  const parameters = { bodyTemplate: '{"feature": "{{event.featureName}}"}' };
  const ids: number[] = [];
  while (ids.length < 6) ids.push(await scene.given({ parameters }));
  await scene.service.given.feature();
  for (const id of ids)
    expect((await scene.settled(id, 1))[0]).toMatchObject({
      state: 'success',
      details: { attempts: 1 },
    });
});
