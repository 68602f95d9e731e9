import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { API_TOKEN, asKept, readable, ROLE, type Shape, terraform } from './support.js';

const USERS = '/api/admin/user-admin';
const GROUPS = '/api/admin/groups';
const ACCOUNTS = '/api/admin/service-account';
const TOKENS = '/api/admin/api-tokens';

const USER: Shape = {
  id: 'integer',
  rootRole: 'integer',
  'name?': 'string',
  'email?': 'string',
  'username?': 'string',
  'seenAt?null': 'time',
  'createdAt?': 'time',
  'scimId?null': 'string',
};
const GROUP: Shape = {
  id: 'integer',
  name: 'string',
  'description?null': 'string',
  'mappingsSSO?': 'texts',
  'rootRole?null': 'number',
  'createdAt?null': 'time',
  'users?': [{ user: { id: 'integer' }, 'joinedAt?': 'time' }],
};
const TOKEN: Shape = {
  id: 'integer',
  createdAt: 'time',
  expiresAt: 'time',
  description: 'string',
  'seenAt?null': 'time',
};
const ACCOUNT: Shape = {
  id: 'number',
  'name?': 'string',
  'username?': 'string',
  rootRole: 'integer',
  'tokens?': [TOKEN],
};
let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = await terraform(service);
});
afterAll(() => service.stop());

const email = (): string => `${unique('terraform')}@example.com`;
const newUser = async (): Promise<number> =>
  (await api.post(USERS, { email: email(), rootRole: 2, sendEmail: false }).expect(201)).body.id;

describe('unleash_user', () => {
  const keptOf = (body: Record<string, unknown>): object => {
    const { email, name, username, rootRole } = readable(body, USER);
    return { email, name, username, rootRole };
  };

  test.each([
    [
      'all that it knows',
      { name: 'Test User', email: email(), username: unique('user'), rootRole: 2 },
      { password: 'Never-2-be-guessed' },
    ],
    ['no name and no password', { email: email(), rootRole: 3 }, {}],
    ['a user name alone', { username: unique('user'), rootRole: 1 }, {}],
  ])(
    'is created with %s, changed and deleted',
    async (_, planned: Record<string, unknown>, password) => {
      const created = await api
        .post(USERS, { ...planned, ...password, sendEmail: false })
        .expect(201);
      expect(keptOf(created.body)).toEqual(planned);
      const at = `${USERS}/${created.body.id}`;
      expect(keptOf((await api.get(at).expect(200)).body)).toEqual(planned);

      const { username, ...change } = { ...planned, name: 'Renamed user', rootRole: 3 } as Record<
        string,
        unknown
      >;
      expect(keptOf((await api.put(at, change).expect(200)).body)).toEqual({ ...change, username });
      expect(keptOf((await api.get(at).expect(200)).body)).toEqual({ ...change, username });

      await api.delete(at).expect(200);
      await api.get(at).expect(404);
    },
  );

  test('is found by its e-mail address', async () => {
    const address = email();
    const { body } = await api
      .post(USERS, { email: address, rootRole: 2, sendEmail: false })
      .expect(201);
    const search = `${USERS}/search?q=${encodeURIComponent(address)}`;
    const found = await api.get(search).expect(200);
    readable({ users: found.body }, { users: [{ id: 'integer', 'email?': 'string' }] });
    expect(found.body).toEqual([expect.objectContaining({ id: body.id, email: address })]);
  });
});

describe('unleash_group', () => {
  const keptOf = (body: Record<string, unknown>): object => {
    const { name, description, mappingsSSO, rootRole, users } = readable<
      { users: { user: { id: number } }[] } & Record<string, unknown>
    >(body, GROUP);
    return { name, description, mappingsSSO, rootRole, users: users.map(({ user }) => user.id) };
  };
  const sent = (planned: { users: number[] }): object => ({
    ...planned,
    users: planned.users.map((id) => ({ user: { id } })),
  });

  test('keeps its lists in the order in which they were given, whoever is added or moved', async () => {
    const [a, b, c] = [await newUser(), await newUser(), await newUser()];
    const planned = {
      name: unique('group'),
      description: 'People',
      mappingsSSO: ['z', 'a'],
      rootRole: 2,
      users: [c, a],
    };
    const created = await api.post(GROUPS, sent(planned)).expect(201);
    const at = `${GROUPS}/${readable<{ id: number }>(created.body, GROUP).id}`;
    expect(keptOf((await api.get(at).expect(200)).body)).toEqual(planned);
    const joined = (await api.get(at)).body.users[1].joinedAt;

    for (const users of [[c, b, a], [a, b, c], [b, c], []]) {
      const change = { ...planned, name: unique('group'), mappingsSSO: ['b', 'z', 'a'], users };
      await api.put(at, sent(change)).expect(200);
      const { body } = await api.get(at).expect(200);
      expect(keptOf(body)).toEqual(change);
      if (users[0] === a) expect(body.users[0].joinedAt).toBe(joined);
    }
    await api.delete(at).expect(200);
    await api.get(at).expect(404);
  });

  test('is created with a name alone, emptied, and found by its name', async () => {
    const bare = {
      name: unique('group'),
      description: null,
      mappingsSSO: [],
      rootRole: null,
      users: [],
    };
    const { body } = await api.post(GROUPS, bare).expect(201);
    const at = `${GROUPS}/${body.id}`;
    expect(keptOf((await api.get(at).expect(200)).body)).toEqual(bare);
    await api.put(at, { ...bare, description: 'x', rootRole: 3 }).expect(200);
    await api.put(at, bare).expect(200);
    expect(keptOf((await api.get(at).expect(200)).body)).toEqual(bare);
    const list = await api.get(GROUPS).expect(200);
    readable(list.body, { 'groups?': [GROUP] });
    expect(
      list.body.groups.filter(({ name }: { name: string }) => name === bare.name),
    ).toHaveLength(1);
  });
});

describe('unleash_service_account and unleash_service_account_token', () => {
  const listed = async (id: number): Promise<Record<string, unknown> | undefined> => {
    const { body } = await api.get(ACCOUNTS).expect(200);
    readable(body, { serviceAccounts: [ACCOUNT], 'rootRoles?': [ROLE] });
    return body.serviceAccounts.find((one: { id: number }) => one.id === id);
  };

  test('are created, changed and deleted', async () => {
    const planned = { username: unique('account'), name: 'Account', rootRole: 3 };
    const created = await api.post(ACCOUNTS, planned).expect(201);
    const { id } = readable<{ id: number }>(created.body, ACCOUNT);
    expect(created.body).toMatchObject(planned);
    expect(await listed(id)).toMatchObject(planned);
    const changed = await api
      .put(`${ACCOUNTS}/${id}`, { name: 'Renamed', rootRole: 2 })
      .expect(200);
    expect(readable(changed.body, ACCOUNT)).toMatchObject({
      ...planned,
      name: 'Renamed',
      rootRole: 2,
    });

    const at = `${ACCOUNTS}/${id}/token`;
    const token = { description: 'pipeline', expiresAt: '2099-12-31T23:59:59Z' };
    const made = readable<Record<string, never>>((await api.post(at, token).expect(201)).body, {
      ...TOKEN,
      secret: 'string',
    });
    expect({ ...made, expiresAt: asKept(made['expiresAt']) }).toMatchObject(token);
    const read = await api.get(at).expect(200);
    readable(read.body, { pats: [TOKEN] });
    expect(
      read.body.pats.map((one: { expiresAt: string }) => ({
        ...one,
        expiresAt: asKept(one.expiresAt),
      })),
    ).toEqual([expect.objectContaining({ id: made['id'], ...token })]);
    expect((await listed(id))!['tokens']).toHaveLength(1);

    await api.delete(`${at}/${made['id']}`).expect(200);
    expect((await api.get(at).expect(200)).body).toEqual({ pats: [] });
    await api.delete(`${ACCOUNTS}/${id}`).expect(200);
    expect(await listed(id)).toBeUndefined();
  });
});

describe('unleash_api_token', () => {
  test.each([
    [
      'client',
      {
        type: 'client',
        environment: 'development',
        project: 'default',
        expiresAt: '2099-12-31T23:59:59Z',
      },
    ],
    [
      'frontend',
      {
        type: 'frontend',
        environment: 'development',
        projects: ['*'],
        expiresAt: '2099-12-31T23:59:59Z',
      },
    ],
    ['admin', { type: 'admin' }],
  ])('of the type %s is created, prolonged and deleted by its secret', async (_, properties) => {
    const planned = { ...properties, tokenName: unique('token') };
    const { body } = await api.post(TOKENS, planned).expect(201);
    const { secret, expiresAt } = readable<{ secret: string; expiresAt: string | null }>(
      body,
      API_TOKEN,
    );
    expect({ ...body, ...(expiresAt ? { expiresAt: asKept(expiresAt) } : {}) }).toMatchObject(
      planned,
    );
    const at = `${TOKENS}/${encodeURIComponent(secret)}`;
    await api.put(at, { expiresAt: '2100-01-01T00:00:00Z' }).expect(200);
    const list = await api.get(TOKENS).expect(200);
    readable(list.body, { tokens: [API_TOKEN] });
    expect(list.body.tokens).toContainEqual(
      expect.objectContaining({
        tokenName: planned.tokenName,
        expiresAt: '2100-01-01T00:00:00.000Z',
      }),
    );
    await api.delete(at).expect(200);
  });

  test('cannot be found again without a key for encryption, as its secret is shown once', async () => {
    const { body } = await api
      .post(TOKENS, { tokenName: unique('token'), type: 'client', environment: 'development' })
      .expect(201);
    const list = await api.get(TOKENS).expect(200);
    expect(list.body.tokens.map(({ secret }: { secret: string }) => secret)).not.toContain(
      body.secret,
    );
  });
});
