import { unique } from '../../../support/given.js';
import { somebody } from '../../../support/grants.js';
import { WebhookScene } from '../../../support/webhook-scene.js';

const ADMIN = '/api/admin';

let scene: WebhookScene;
beforeAll(async () => {
  scene = await WebhookScene.start();
});
afterAll(() => scene.stop());

test('an addon is told of private projects only if it names them', async () => {
  const { api, given } = scene.service;
  const [open, hidden] = [await given.project(), await given.project({ mode: 'private' })];
  const events = ['feature-created', 'segment-updated'];
  const everything = await scene.given({ events });
  const starred = await scene.given({ events, projects: ['*'] });
  const named = await scene.given({ events, projects: [hidden] });
  const [secret, told] = [unique('secret'), unique('told')];
  await api.post(`${ADMIN}/projects/${hidden}/features`, { name: secret }).expect(201);
  const segment = { name: unique('segment'), constraints: [] };
  const { body } = await api.post(`${ADMIN}/segments`, { ...segment, project: hidden }).expect(201);
  await api.put(`${ADMIN}/segments/${body.id}`, { ...segment, project: null }).expect(204);
  await api.post(`${ADMIN}/projects/${open}/features`, { name: told }).expect(201);
  for (const id of [everything, starred])
    expect((await scene.settled(id, 1)).map(({ event }) => event.featureName)).toEqual([told]);
  expect((await scene.settled(named, 1)).map(({ event }) => event.featureName)).toEqual([secret]);
  expect(
    scene.receiver.received.filter((one) => one.body.includes(secret) || one.body.includes(hidden)),
  ).toHaveLength(1);
});

test('an addon that names a private project is as good as none to whoever must not know of it', async () => {
  const { api, given } = scene.service;
  const hidden = await given.project({ mode: 'private' });
  const id = await scene.given({ projects: [hidden] });
  const editor = await somebody(scene.service, 'Editor');
  await editor.api.get(`${ADMIN}/addons/${id}`).expect(404);
  expect((await editor.api.get(`${ADMIN}/addons`).expect(200)).text).not.toContain(hidden);
  const wanted = {
    provider: 'webhook',
    enabled: true,
    events: ['feature-created'],
    parameters: { url: 'https://example.com' },
  };
  await editor.api.put(`${ADMIN}/addons/${id}`, wanted).expect(404);
  await editor.api.delete(`${ADMIN}/addons/${id}`).expect(404);
  expect(
    (await editor.api.post(`${ADMIN}/addons`, { ...wanted, projects: [hidden] }).expect(400)).body
      .message,
  ).toBe(`There is no project "${hidden}".`);
  expect((await api.get(`${ADMIN}/addons/${id}`).expect(200)).body.projects).toEqual([hidden]);
});

test('subscribing to logins requires reading the whole audit log, and IP addresses are never sent', async () => {
  const { api } = scene.service;
  const editor = await somebody(scene.service, 'Editor');
  const wanted = {
    provider: 'webhook',
    enabled: true,
    events: ['user-logged-in'],
    parameters: { url: 'https://example.com' },
  };
  expect((await editor.api.post(`${ADMIN}/addons`, wanted).expect(403)).body.permissions).toEqual([
    'READ_LOGS',
  ]);
  const id = await scene.given({ events: ['user-created'] });
  await editor.api.put(`${ADMIN}/addons/${id}`, wanted).expect(403);
  expect((await api.get(`${ADMIN}/addons/${id}`).expect(200)).body.events).toEqual([
    'user-created',
  ]);
  await api.post(`${ADMIN}/addons`, wanted).expect(201);

  const before = scene.receiver.received.length;
  await somebody(scene.service, 'Viewer');
  await scene.settled(id, 1);
  expect(
    scene.receiver.received
      .slice(before)
      .map((one) => one.body)
      .join(),
  ).not.toMatch(/127\.0\.0\.1"|"ip"/);
});
