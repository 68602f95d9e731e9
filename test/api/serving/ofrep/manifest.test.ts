import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

const MANIFEST = '/openfeature/v0/manifest';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Flag {
  key: string;
  type: string;
  description: string | null;
  defaultValue: unknown;
}

const asClient = () => service.api.as({ token: CLIENT_TOKEN });

async function flagOf(key: string): Promise<Flag | undefined> {
  const { body } = await asClient().get(MANIFEST).expect(200);
  return (body as { flags: Flag[] }).flags.find((flag) => flag.key === key);
}

/** Creates a feature whose strategy in development has a variant for each payload. */
async function featureWith(...payloads: ({ type: string; value: string } | null)[]) {
  const name = await service.given.feature();
  const variants = payloads.map((payload, n) => ({
    name: `variant-${n}`,
    weight: 0,
    weightType: 'variable',
    stickiness: 'default',
    ...(payload ? { payload } : {}),
  }));
  await service.api
    .post(`${at(name, 'development')}/strategies`, { name: 'default', variants })
    .expect(200);
  return name;
}

test.each([
  ['without variants', [], 'boolean', false],
  ['whose variant has no payload', [null], 'boolean', false],
  ['with texts', [{ type: 'string', value: '7' }], 'string', ''],
  ['with lists of texts', [{ type: 'csv', value: 'a,b' }], 'string', ''],
  ['with an object', [{ type: 'json', value: ' {"a":1}' }], 'object', {}],
  ['with a list', [{ type: 'json', value: '[1]' }], 'object', {}],
  ['with JSON that is true', [{ type: 'json', value: 'true' }], 'boolean', false],
  ['with a whole number', [{ type: 'number', value: '-12' }], 'integer', 0],
  ['whose second variant has a number', [null, { type: 'number', value: '1.5' }], 'float', 0],
  [
    'with a whole number and another one',
    [
      { type: 'number', value: '1' },
      { type: 'number', value: '1.5' },
    ],
    'float',
    0,
  ],
  ['with a number that is none for languages', [{ type: 'number', value: '1e999' }], 'string', ''],
  [
    'whose payloads differ in type',
    [
      { type: 'string', value: 'a' },
      { type: 'number', value: '1' },
    ],
    'string',
    '',
  ],
])('a feature %s has the type of its values', async (_, payloads, type, defaultValue) => {
  const key = await featureWith(...payloads);

  expect(await flagOf(key)).toEqual({ key, type, description: null, defaultValue });
  if (payloads.length > 1) return;
  await service.api.post(`${at(key, 'development')}/on`).expect(200);
  const { body } = await asClient().post(`/ofrep/v1/evaluate/flags/${key}`, {}).expect(200);
  expect(typeof body.value).toBe(typeof defaultValue);
});

test('flags are sorted by name, and archived features are none', async () => {
  const [kept, archived] = [await service.given.feature(), await service.given.feature()];
  await service.api.delete(at(archived)).expect(202);

  const { body, headers } = await asClient().get(MANIFEST).expect(200);

  const keys = (body as { flags: Flag[] }).flags.map(({ key }) => key);
  expect(keys).toEqual([...keys].sort());
  expect(keys).toContain(kept);
  expect(keys).not.toContain(archived);
  expect(headers['x-manifest-capabilities']).toBe('read');
  await asClient().get(MANIFEST).set('If-None-Match', headers['etag']!).expect(304);
});

test('a token sees the flags of its projects alone', async () => {
  const project = unique();
  await service.api.post('/api/admin/projects', { id: project, name: project }).expect(201);
  const [mine, other] = [unique(), await service.given.feature()];
  await service.api
    .post(`/api/admin/projects/${project}/features`, { name: mine, description: 'Mine.' })
    .expect(201);
  const { body: token } = await service.api
    .post('/api/admin/api-tokens', {
      tokenName: unique(),
      type: 'client',
      environment: 'development',
      projects: [project],
    })
    .expect(201);

  const { body } = await service.api.as({ token: token.secret }).get(MANIFEST).expect(200);

  expect(body.flags).toEqual([
    { key: mine, type: 'boolean', description: 'Mine.', defaultValue: false },
  ]);
  expect(other).not.toBe(mine);
});

test('callers without an environment must name one, and errors have the form of the manifest API', async () => {
  const { body: unnamed } = await service.api.get(MANIFEST).expect(400);
  expect(unnamed).toEqual({
    error: {
      message: 'Name an environment in the parameter "environment", or use a client token.',
      status: 400,
    },
  });
  const { body: unknown } = await service.api.get(`${MANIFEST}?environment=nosuch`).expect(404);
  expect(unknown.error).toEqual({ message: 'There is no environment "nosuch".', status: 404 });
  const { body: others } = await asClient().get(`${MANIFEST}?environment=production`).expect(400);
  expect(others.error.message).toContain('"development"');
  await service.api.as({ token: 'nobody' }).get(MANIFEST).expect(401);
  const key = await featureWith({ type: 'string', value: 'a' });

  const typeIn = async (environment: string): Promise<string | undefined> => {
    const { body } = await service.api.get(`${MANIFEST}?environment=${environment}`).expect(200);
    return (body as { flags: Flag[] }).flags.find((flag) => flag.key === key)?.type;
  };
  expect([await typeIn('development'), await typeIn('production')]).toEqual(['string', 'boolean']);
});
