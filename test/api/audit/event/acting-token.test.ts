import { at } from '../../../support/api.js';
import { serviceAccount } from '../../../support/access.js';
import { somebody } from '../../../support/grants.js';
import { WebhookScene } from '../../../support/webhook-scene.js';

const ADMIN = '/api/admin';
const EXPIRES = '2090-01-01T00:00:00Z';

let scene: WebhookScene;
beforeAll(async () => {
  scene = await WebhookScene.start();
});
afterAll(() => scene.stop());

/** The events of a feature, newest first, as type and token. */
async function acted(feature: string): Promise<[string, object | undefined][]> {
  const { body } = await scene.service.api
    .get(`${ADMIN}/search/events?feature=IS:${feature}`)
    .expect(200);
  const { body: listed } = await scene.service.api.get(`${ADMIN}/events/${feature}`).expect(200);
  const told = (events: { type: string; token?: object }[]) =>
    events.map(({ type, token }): [string, object | undefined] => [type, token]);
  expect(told(listed.events)).toEqual(told(body.events));
  return told(body.events);
}

test('an event names the API token by which it was caused, and nothing of its secret', async () => {
  const { api } = scene.service;
  const feature = await scene.service.given.feature({ enabledIn: ['production'] });
  const { body: token } = await api
    .post(`${ADMIN}/api-tokens`, { tokenName: 'deploy', type: 'admin' })
    .expect(201);
  const deploy = api.as({ token: token.secret });
  await deploy.post(`${at(feature, 'production')}/off`).expect(200);
  await deploy.post(`${at(feature, 'production')}/on`).expect(200);
  await deploy
    .patch(at(feature), [{ op: 'replace', path: '/description', value: 'new' }])
    .expect(200);
  const named = { type: 'api-token', id: token.id, name: 'deploy' };
  expect((await acted(feature)).slice(0, 3)).toEqual([
    ['feature-metadata-updated', named],
    ['feature-environment-enabled', named],
    ['feature-environment-disabled', named],
  ]);
  const rows = await scene.service.sql<{ event: string }>(
    'SELECT event::text FROM event WHERE feature_name = $1',
    [feature],
  );
  expect(rows.map(({ event }) => event).join()).not.toContain(token.secret.split('.')[1]);
});

test('events name the personal token that was used, also of service accounts, and none for sessions', async () => {
  const feature = await scene.service.given.feature({ enabledIn: ['production'] });
  const editor = await somebody(scene.service, 'Editor');
  const { body: mine } = await editor.api
    .post(`${ADMIN}/user/tokens`, { description: 'my laptop', expiresAt: EXPIRES })
    .expect(201);
  const robot = await serviceAccount(scene.service, 'Editor');
  await scene.service.api
    .as({ token: mine.secret })
    .post(`${at(feature, 'production')}/off`)
    .expect(200);
  await robot.api.post(`${at(feature, 'production')}/on`).expect(200);
  await editor.api.post(`${at(feature, 'production')}/off`).expect(200);
  expect((await acted(feature)).slice(0, 3)).toEqual([
    ['feature-environment-disabled', undefined],
    [
      'feature-environment-enabled',
      { type: 'personal-token', id: expect.stringMatching(/^\d+$/), name: 'one' },
    ],
    [
      'feature-environment-disabled',
      { type: 'personal-token', id: String(mine.id), name: 'my laptop' },
    ],
  ]);
});

test('webhooks are told of it', async () => {
  const id = await scene.given({ events: ['feature-environment-disabled'] });
  const feature = await scene.service.given.feature({ enabledIn: ['production'] });
  await scene.service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await scene.settled(id, 1);
  expect(JSON.parse(scene.receiver.received.at(-1)!.body)).toMatchObject({
    featureName: feature,
    token: { type: 'api-token', id: expect.any(String), name: 'admin' },
  });
});
