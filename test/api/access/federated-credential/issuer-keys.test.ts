import { ServiceDate } from '../../../support/service-clock.js';
import { TestService } from '../../../support/service.js';
import { TokenIssuer } from '../../../support/token-issuer.js';
import { FederationScene } from './scene.js';

const FETCH = ['/.well-known/openid-configuration', '/keys'];

let scene: FederationScene;
let issuer: TokenIssuer;
beforeAll(async () => {
  scene = await FederationScene.start();
});
beforeEach(async () => {
  await scene.service.sql('DELETE FROM federated_credential');
  issuer = await TokenIssuer.start();
  await scene.credential({ issuer: issuer.url });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await issuer.stop();
});
afterAll(() => scene.stop());

/** Sends a token of the issuer of this test. */
async function exchange(status: number): Promise<void> {
  await scene.send(await scene.token({}, issuer)).expect(status);
}

function later(seconds: number): void {
  const time = Date.now() + seconds * 1000;
  jest.spyOn(ServiceDate, 'now').mockReturnValue(time);
}

test('keys are fetched once, also for concurrent requests, and again for an unknown key', async () => {
  await Promise.all([1, 2, 3, 4].map(() => exchange(200)));
  expect(issuer.asked).toEqual(FETCH);
  await issuer.turn('RS256');
  await exchange(401);
  expect(issuer.asked).toEqual(FETCH);
  later(61);
  await exchange(200);
  expect(issuer.asked).toEqual([...FETCH, ...FETCH]);
});

test('known keys stay good while the issuer answers nothing about an unknown one', async () => {
  await exchange(200);
  const known = await scene.token({}, issuer);
  await issuer.turn();
  issuer.status = 500;
  later(61);
  await exchange(502);
  await scene.send(known).expect(200);
});

test('keys are fetched again after ten minutes', async () => {
  await exchange(200);
  later(601);
  await exchange(200);
  expect(issuer.asked).toEqual([...FETCH, ...FETCH]);
});

test('an issuer that fails is asked again only after ten seconds', async () => {
  issuer.status = 500;
  await exchange(502);
  await exchange(502);
  expect(issuer.asked).toHaveLength(1);
  issuer.status = 200;
  later(11);
  await exchange(200);
});

test('a silent issuer is given up, and delays nobody else', async () => {
  issuer.status = undefined;
  const began = Date.now();
  const waiting = Promise.all(Array.from({ length: 30 }, () => exchange(502)));
  while (issuer.asked.length === 0) await scene.service.api.get('/health').expect(200);
  await Promise.all(
    Array.from({ length: 30 }, () => scene.service.api.get('/api/admin/projects').expect(200)),
  );
  expect(Date.now() - began).toBeLessThan(4_000);
  await waiting;
  expect(issuer.asked).toHaveLength(1);
});

test.each([
  ['that are too large', { isLong: true }],
  ['of another issuer', { metadata: { issuer: 'https://issuer.example.com' } }],
  ['with keys that are no web page', { metadata: { jwks_uri: 'file:///etc/passwd' } }],
  ['with keys without TLS', { metadata: { jwks_uri: 'http://issuer.example.com/keys' } }],
  ['without keys', { metadata: { jwks_uri: undefined } }],
])('metadata %s are refused', async (_, properties) => {
  Object.assign(issuer, properties);
  await exchange(502);
});

test('private addresses are not asked without the setting', async () => {
  const careful = await TestService.start({});
  const elsewhere = scene.of(careful);
  await elsewhere.credential({ issuer: issuer.url });
  await elsewhere.send(await elsewhere.token({}, issuer)).expect(502);
  expect(issuer.asked).toEqual([]);
  await careful.stop();
});
