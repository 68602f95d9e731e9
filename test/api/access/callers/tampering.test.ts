import { TokenUseWriter } from '../../../../src/access/api-token/token-uses.js';
import type { Api } from '../../../support/api.js';
import { rowCounts } from '../../../support/dump.js';
import { PASSWORD, person, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const TOKENS = '/api/admin/api-tokens';
const FEATURES = '/api/admin/projects/default/features';
const soon = (): string => new Date(Date.now() + 2_000).toISOString();

let service: TestService;
const good: Record<'client' | 'frontend' | 'admin' | 'personal', string> = {
  client: '',
  frontend: '',
  admin: '',
  personal: '',
};
let cookie: string;
let ofOtherProject: string;
beforeAll(async () => {
  service = await TestService.start();
  for (const type of ['client', 'frontend', 'admin'] as const) {
    good[type] = (
      await service.api.post(TOKENS, { tokenName: type, type }).expect(201)
    ).body.secret;
  }
  const { username } = await person(service, { rootRole: 'Admin' });
  const { headers } = await service.api
    .as()
    .post('/auth/simple/login', { username, password: PASSWORD })
    .expect(200);
  cookie = headers['set-cookie']![0]!.split(';')[0]!;
  const pat = { description: 'mine', expiresAt: '2090-01-01T00:00:00Z' };
  good.personal = (
    await service.api.as({ cookie }).post('/api/admin/user/tokens', pat).expect(201)
  ).body.secret;
  await service.sql("INSERT INTO project (id, name) VALUES ('other', 'Other')");
  const foreign = { tokenName: 'foreign', type: 'client', projects: ['other'] };
  ofOtherProject = (await service.api.post(TOKENS, foreign).expect(201)).body.secret;
  await service.api.post(FEATURES, { name: 'there' }).expect(201);
});
afterAll(() => service.stop());

/**
 * Counts rows once everything is written, without denied requests and without what background jobs
 * write, such as tallies, seals and traffic.
 */
async function rows(...but: string[]): Promise<Record<string, string>> {
  await service.service.app.get(TokenUseWriter).write();
  const counts = await rowCounts((text) => service.sql(text));
  return Object.fromEntries(
    Object.entries(counts).filter(
      ([table]) =>
        ![...but, 'denied_request', 'sdk_instance'].includes(table) &&
        !/_tally$|^event_seal|^traffic_|^connection_sketch|^insight_/.test(table),
    ),
  );
}
/** Tables that record the use of a valid token, even if its request is refused. */
const USES = ['event', 'token_use'];

/**
 * Sends writes of every kind with invalid credentials.
 * @returns The statuses.
 */
async function tryEverything(api: Api): Promise<number[]> {
  const all = [
    await api.post(FEATURES, { name: 'smuggled' }),
    await api.post(`${FEATURES}/there/environments/development/on`),
    await api.delete(`${FEATURES}/there`),
    await api.post(TOKENS, { tokenName: 'smuggled', type: 'admin' }),
    await api.delete(`${TOKENS}/${good.client}`),
    await api.post('/api/admin/user-admin', { username: 'smuggled', rootRole: 'Admin' }),
    await api.post('/api/client/register', {
      appName: 'smuggled',
      interval: 1000,
      started: new Date().toISOString(),
      strategies: [],
    }),
    await api.post('/api/client/metrics', {
      appName: 'smuggled',
      bucket: { start: new Date(), stop: new Date(), toggles: {} },
    }),
  ];
  return all.map(({ status }) => status);
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;
const other = (character: string): string => (character === 'a' ? 'b' : 'a');
const swap = (secret: string, at: number, by = other(secret[at]!)): string =>
  secret.slice(0, at) + by + secret.slice(at + 1);

/** Modifications of each kind of character of a secret. */
const SPOILERS: [string, (secret: string) => string][] = [
  ['the first character', (s) => swap(s, 0)],
  ['the last character', (s) => swap(s, s.length - 1)],
  ['a digit or letter in the middle', (s) => swap(s, Math.floor(s.length * 0.7))],
  ['the colon', (s) => s.replace(':', ';')],
  [
    'the dot, or what stands where it could be',
    (s) => (s.includes('.') ? s.replace('.', ':') : `${s}.`),
  ],
  ['a letter in capitals', (s) => s.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase())],
  ['a character too few', (s) => s.slice(0, -1)],
  ['a character too many', (s) => `${s}0`],
  ['a blank within', (s) => `${s.slice(0, -4)} ${s.slice(-4)}`],
  ['a letter with an accent', (s) => swap(s, s.length - 1, 'é')],
  ['a wildcard', (s) => `${s.slice(0, -1)}%`],
  ['a quote', (s) => `${s}'--`],
  ['a word in front', (s) => `Basic ${s}`],
  ['itself twice', (s) => `${s}, ${s}`],
  ['its hash in its place', (s) => Buffer.from(s).toString('hex')],
];

describe.each(['client', 'frontend', 'admin', 'personal'] as const)('a %s token', (kind) => {
  test.each(SPOILERS)('with %s is refused and changes nothing', async (_, spoil) => {
    const before = await rows();
    const statuses = await tryEverything(service.api.as({ token: spoil(good[kind]) }));
    expect(statuses).toEqual(statuses.map(() => 401));
    expect(await rows()).toEqual(before);
  });
});

test.each(SPOILERS.filter(([name]) => !/colon|capitals|dot|accent|word/.test(name)))(
  'a session with %s is refused and changes nothing',
  async (_, spoil) => {
    const before = await rows();
    const statuses = await tryEverything(
      service.api.as({
        cookie: `unleash-session=${spoil(cookie.split('=')[1]!).replaceAll(/[ ;,']/g, '~')}`,
      }),
    );
    expect(statuses).toEqual(statuses.map(() => 401));
    expect(await rows()).toEqual(before);
  },
);

test('what has expired is refused and changes nothing', async () => {
  const expired: string[] = [];
  for (const type of ['client', 'frontend', 'admin']) {
    expired.push(
      (await service.api.post(TOKENS, { tokenName: 'short', type, expiresAt: soon() }).expect(201))
        .body.secret,
    );
  }
  const { body } = await service.api
    .as({ cookie })
    .post('/api/admin/user/tokens', { description: 'short', expiresAt: soon() })
    .expect(201);
  const { username } = await person(service, { rootRole: 'Admin' });
  await signedIn(service, username);
  await new Promise((resolve) => setTimeout(resolve, 2_020));
  const before = await rows();
  for (const token of [...expired, body.secret as string]) {
    const statuses = await tryEverything(service.api.as({ token }));
    expect(statuses).toEqual(statuses.map(() => 401));
  }
  expect(await rows()).toEqual(before);
});

test.each([
  ['the admin API', ['client', 'frontend'], `${FEATURES}/there`],
  ['SDKs', ['frontend'], '/api/client/nothing'],
  ['browsers', ['client', 'personal'], '/api/frontend/nothing'],
] as const)('a token of another type is not for %s', async (_, kinds, path) => {
  const before = await rows(...USES);
  for (const kind of kinds) {
    const { status } = await service.api.as({ token: good[kind] }).post(path, {});
    expect([kind, isRefusal(status)]).toEqual([kind, true]);
  }
  expect(await rows(...USES)).toEqual(before);
});

describe('what belongs to another project', () => {
  test('a token of it is not for administration here', async () => {
    const before = await rows(...USES);
    const api = service.api.as({ token: ofOtherProject });
    for (const response of [
      await api.post(FEATURES, { name: 'smuggled' }),
      await api.post(`${FEATURES}/there/environments/development/on`),
      await api.delete(`/api/admin/projects/default/api-tokens/${good.client}`),
    ]) {
      expect(response.status).toBe(403);
    }
    expect(await rows(...USES)).toEqual(before);
  });

  test('a token of it sees nothing of this one', async () => {
    const api = service.api.as({ token: ofOtherProject });
    const { body } = await api.get('/api/client/features?project=default').expect(200);
    expect(body.features).toEqual([]);
    await api.get('/api/client/features/there').expect(404);
    const { flags } = (await api.post('/ofrep/v1/evaluate/flags', {}).expect(200)).body;
    expect(flags).toEqual([]);
    await api.post('/ofrep/v1/evaluate/flags/there', {}).expect(404);
  });

  test('a user with a role there may do nothing here', async () => {
    const { id, username } = await person(service, { rootRole: 'Viewer' });
    await service.sql(
      "INSERT INTO project_user_role (project, user_id, role_id) VALUES ('other', $1, 4)",
      [id],
    );
    const api = await signedIn(service, username);
    const pat = { description: 'mine', expiresAt: '2090-01-01T00:00:00Z' };
    const { body } = await api.post('/api/admin/user/tokens', pat).expect(201);
    const before = await rows(...USES);
    for (const caller of [api, service.api.as({ token: body.secret })]) {
      for (const response of [
        await caller.post(FEATURES, { name: 'smuggled' }),
        await caller.post(`${FEATURES}/there/environments/development/on`),
        await caller.delete(`${FEATURES}/there`),
        await caller.post('/api/admin/projects/default/api-tokens', {
          tokenName: 'smuggled',
          type: 'client',
        }),
      ]) {
        expect(response.status).toBe(403);
      }
    }
    expect(await rows(...USES)).toEqual(before);
  });
});
