import { EarlyPolls } from '../../../../src/serving/sdk-api/features/early-polls.js';
import { give, MEMBER, somebody } from '../../../support/access.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';
import { CLIENT_FEATURES, Sdk } from './support.js';

let service: TestService;
/** Which requests were answered early. */
let early: boolean[];
beforeAll(async () => {
  service = await TestService.start({ SDK_QUOTA_PER_SECOND: '20' });
  early = watch(service);
});
afterAll(() => service.stop());
beforeEach(() => early.splice(0));

/** Requests of pages always go the ordinary way. */
const UNREMEMBERED = { Origin: 'https://example.com' };

function watch(one: TestService): boolean[] {
  const answered: boolean[] = [];
  const polls = one.service.app.get(EarlyPolls, { strict: false });
  const answer = polls.answer.bind(polls);
  polls.answer = (request, response) => {
    const isEarly = answer(request, response);
    if (request.url.startsWith(CLIENT_FEATURES)) answered.push(isEarly);
    return isEarly;
  };
  return answered;
}

/**
 * Creates a client token.
 * @returns Its secret.
 */
async function token(properties: object = {}): Promise<string> {
  const body = { tokenName: unique(), type: 'client', environment: 'development', ...properties };
  return (await service.api.post('/api/admin/api-tokens', body).expect(201)).body.secret as string;
}

/** An SDK that has the present state, and polls that were answered with 304 until one was early. */
async function polling(secret: string, headers: Record<string, string> = {}) {
  const sdk = Sdk.of(service, secret);
  const etag = (await sdk.get('', UNREMEMBERED).expect(200)).headers['etag']!;
  const poll = () => sdk.get('', { ...headers, 'If-None-Match': etag });
  const ordinary = await poll().expect(304);
  const first = await poll().expect(304);
  return { sdk, poll, ordinary, first };
}

test('a poll that finds nothing new is answered early, with the same headers', async () => {
  const { ordinary, first } = await polling(await token());

  expect(early).toEqual([false, false, true]);
  expect({ ...first.headers, date: '' }).toEqual({ ...ordinary.headers, date: '' });
  expect(first.headers).toMatchObject({
    etag: expect.any(String),
    vary: expect.any(String),
    'strict-transport-security': expect.any(String),
  });
  for (const name of ['content-type', 'content-security-policy', 'x-frame-options'])
    expect(first.headers).not.toHaveProperty(name); // there is no body
});

test.each(['gzip', 'identity'])(
  'a body in memory is sent early in %s, with the same headers',
  async (encoding) => {
    for (let n = 0; n < 5; n++) await service.given.feature({ enabledIn: ['development'] });
    const sdk = Sdk.of(service, await token());
    const poll = (more = {}) => sdk.get('', { 'Accept-Encoding': encoding, ...more }).expect(200);
    const [first, second] = [await poll(), await poll()];
    const stale = await poll({ 'If-None-Match': '"1234:5678"' });
    expect(early).toEqual([false, true, true]);
    expect(first.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
    expect(first.headers).toHaveProperty('content-security-policy');
    for (const one of [second, stale]) {
      expect({ ...one.headers, date: '' }).toEqual({ ...first.headers, date: '' });
      expect(one.body).toEqual(first.body);
    }
  },
);

test('SDKs that poll after a change are answered early once its body is in memory', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const secret = await token();
  const sdk = Sdk.of(service, secret);
  const poll = (instance: string) =>
    sdk.get('', { 'unleash-appname': 'early', 'unleash-instanceid': instance }).expect(200);
  for (const instance of ['one', 'other']) await poll(instance);
  await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  early.splice(0);

  const bodies = [await poll('one'), await poll('other')].map(({ body }) => body as object);
  expect(early).toEqual([false, true]);
  for (const body of bodies)
    expect(body).toMatchObject({
      features: expect.arrayContaining([
        expect.objectContaining({ name: feature, enabled: false }),
      ]),
    });
  const delivery = `${at(feature, 'development')}/delivery`;
  await eventually(
    async () => (await service.api.get(delivery).expect(200)).body as { delivered: number },
    ({ delivered }) => delivered === 2,
  );
});

test('a change is in the next poll', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const { sdk, poll } = await polling(await token());

  await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  const { body } = await poll().expect(200);

  expect(early).toEqual([false, false, true, false]);
  expect(body.features).toContainEqual(expect.objectContaining({ name: feature, enabled: false }));
  expect(await sdk.isOn(feature)).toBe(false);
});

test('a token that is deleted or has expired is refused in the next poll', async () => {
  const secret = await token();
  const expiring = await token({ expiresAt: new Date(Date.now() + 1_500).toISOString() });
  const [deleted, expired] = [await polling(secret), await polling(expiring)];

  await service.api.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`).expect(200);
  await deleted.poll().expect(401);
  await eventually(
    async () => (await expired.poll()).status,
    (status) => status === 401,
  );
});

test('a personal token no longer gets the features of a project that is hidden by now', async () => {
  const project = await service.given.project({ mode: 'private' });
  const [one, name] = [await somebody(service), unique()];
  await service.api.post(`/api/admin/projects/${project}/features`, { name }).expect(201);
  await give(service, project, [MEMBER], { users: [one.id] });
  const pat = { description: unique(), expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  const { secret } = (await one.api.post('/api/admin/user/tokens', pat).expect(201)).body;
  const query = '?environment=development';
  const sdk = Sdk.of(service, secret as string);
  const etag = (await sdk.get(query, UNREMEMBERED).expect(200)).headers['etag']!;
  const poll = () => sdk.get(query, { 'If-None-Match': etag });
  for (let n = 0; n < 2; n++) await poll().expect(304);
  expect(early.at(-1)).toBe(true);

  await service.api.delete(`/api/admin/projects/${project}/users/${one.id}/roles`).expect(200);
  const { body } = await poll().expect(200);
  expect(body.features.map((feature: { name: string }) => feature.name)).not.toContain(name);
});

test('early answers are counted, charged, and tell that the SDK has what there is', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const secret = await token();
  const headers = {
    ...{ 'unleash-appname': 'early', 'unleash-instanceid': unique(), 'unleash-interval': '15000' },
  };
  const { sdk, poll } = await polling(secret, headers);
  const count = async (status: number): Promise<number> => {
    const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
    const line = new RegExp(
      `^http_request_duration_seconds_count\\{[^}]*route="${CLIENT_FEATURES}",status="${status}"[^}]*\\} (\\d+)$`,
      'm',
    );
    return Number(line.exec(text)![1]);
  };

  await sdk.get('', headers).expect(200); // so that its headers are known

  const before = [await count(304), await count(200)];
  for (let n = 0; n < 5; n++) await poll().expect(304);
  for (let n = 0; n < 3; n++) await sdk.get('', headers).expect(200);
  // The token is looked up again each second.
  expect(early.slice(-8).filter(Boolean).length).toBeGreaterThanOrEqual(5);
  expect([await count(304), await count(200)]).toEqual([before[0]! + 5, before[1]! + 3]);
  const delivery = `${at(feature, 'development')}/delivery`;
  await eventually(
    async () => (await service.api.get(delivery).expect(200)).body as { delivered: number },
    ({ delivered }) => delivered === 1,
  );

  const statuses = await Promise.all(
    Array.from({ length: 250 }, async () => (await poll()).status),
  );
  expect(new Set(statuses)).toEqual(new Set([304, 429]));
});

test.each([
  ['of a page', UNREMEMBERED],
  ['with a precondition', { 'If-Match': '"x"' }],
  ['that names no state', { 'If-None-Match': '*' }],
])('a request %s goes the ordinary way', async (_, headers) => {
  const { sdk } = await polling(await token());

  await sdk.get('', headers);

  expect(early.at(-1)).toBe(false);
});
