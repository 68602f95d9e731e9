import { TokenUseWriter } from '../../../../src/access/api-token/token-uses.js';
import { role, somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

const TOKENS = '/api/admin/api-tokens';
const at = (token: string): string => `${TOKENS}/${encodeURIComponent(token)}`;

interface Token {
  id: string;
  secret: string;
  tokenName: string;
  [key: string]: unknown;
}

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = service.api;
  await service.sql("INSERT INTO project (id, name) VALUES ('other', 'Other')");
});
afterAll(() => service.stop());

const create = async (properties: object = {}): Promise<Token> => {
  const { body } = await api
    .post(TOKENS, {
      tokenName: unique('token'),
      type: 'client',
      environment: 'development',
      projects: ['default'],
      ...properties,
    })
    .expect(201);
  return body as Token;
};
const listed = async (name: string): Promise<Token[]> =>
  (await api.get(at(name)).expect(200)).body.tokens as Token[];
const events = (
  name: string,
): Promise<
  { type: string; data: object | null; pre_data: object | null; [key: string]: unknown }[]
> =>
  service.sql(
    `SELECT type, created_by, created_by_user_id, project, environment, data, pre_data FROM event
      WHERE $1 IN (data ->> 'tokenName', pre_data ->> 'tokenName') ORDER BY id`,
    [name],
  );
const everything = async (): Promise<string> => {
  const rows = await service.sql<{ row: string }>(
    'SELECT t::text AS row FROM api_token t UNION ALL SELECT e::text FROM event e ORDER BY 1',
  );
  return rows.map((r) => r.row).join('\n');
};
/** Whether a token is accepted: the path has no route, so it is 404 then. */
const letsIn = async (token: string, path = '/api/client/nothing'): Promise<boolean> =>
  (await api.as({ token }).get(path)).status === 404;

describe('creating a token', () => {
  test('of the type backend makes a client token', async () => {
    const first = await create({ type: 'Backend' });
    expect(first).toMatchObject({ type: 'backend' });
    const { body } = await api
      .post('/api/admin/projects/other/api-tokens', {
        tokenName: first.tokenName,
        type: 'backend',
        environment: 'development',
      })
      .expect(201);
    const inProject = body as Token;
    expect(inProject.type).toBe('backend');
    const types = (await listed(first.tokenName)).map(({ type }) => type);
    expect(types).toEqual(['client', 'client']);
    for (const { secret } of [first, inProject]) expect(await letsIn(secret)).toBe(true);
  });

  test('answers its secret once, and records the token without it', async () => {
    const tokenName = unique('token');
    const { body, headers } = await api
      .post(TOKENS, {
        tokenName,
        type: 'client',
        environment: 'development',
        projects: ['default'],
        expiresAt: '2031-01-01T00:00:00.000Z',
      })
      .expect(201);
    expect(headers['location']).toBe('api-tokens');
    const { secret, ...bare } = body as Token;
    expect(secret).toMatch(/^default:development\.[0-9a-f]{56}$/);
    expect(bare).toEqual({
      id: expect.any(String),
      tokenName,
      username: tokenName,
      type: 'client',
      environment: 'development',
      project: 'default',
      projects: ['default'],
      expiresAt: '2031-01-01T00:00:00.000Z',
      createdAt: expect.any(String),
      seenAt: null,
      alias: null,
    });
    expect(await listed(tokenName)).toEqual([
      { ...bare, secret: `default:development.****-${body.id}` },
    ]);
    expect(await events(tokenName)).toEqual([
      {
        type: 'api-token-created',
        created_by: 'admin',
        created_by_user_id: -42,
        project: 'default',
        environment: 'development',
        data: bare,
        pre_data: null,
      },
    ]);
    expect(await everything()).not.toContain(secret.split('.')[1]);
    expect(await letsIn(secret)).toBe(true);
  });

  test.each([
    ['all projects', { projects: ['*'] }, '*:development', '*', ['*']],
    ['all projects beside one', { projects: ['default', '*'] }, '*:development', '*', ['*']],
    ['all projects when none is named', { projects: undefined }, '*:development', '*', ['*']],
    [
      'all projects by the single property',
      { projects: undefined, project: '*' },
      '*:development',
      '*',
      ['*'],
    ],
    [
      'one project by the single property',
      { projects: undefined, project: 'default' },
      'default:development',
      'default',
      ['default'],
    ],
    [
      'several projects',
      { projects: ['other', 'default', 'other'] },
      '[]:development',
      'default,other',
      ['default', 'other'],
    ],
    [
      'the environment default when none is named',
      { environment: undefined },
      'default:default',
      'default',
      ['default'],
    ],
  ])('for %s', async (_, properties, scope, project, projects) => {
    const token = await create(properties);
    expect(token.secret.split('.')[0]).toBe(scope);
    expect(token).toMatchObject({ project, projects });
    expect(await listed(token.tokenName)).toEqual([
      { ...token, secret: `${scope}.****-${token.id}` },
    ]);
  });

  test.each(['CLIENT', 'Frontend', 'frontend'])('of the type %s', async (type) => {
    expect((await create({ type })).type).toBe(type.toLowerCase());
  });

  test('of the type admin, which has all permissions', async () => {
    const { body } = await api.post(TOKENS, { tokenName: unique(), type: 'ADMIN' }).expect(201);
    expect(body).toMatchObject({ type: 'admin', environment: '*', project: '*', projects: ['*'] });
    expect(body.secret).toMatch(/^\*:\*\.[0-9a-f]{56}$/);
    await api
      .as({ token: body.secret })
      .post(TOKENS, { tokenName: unique(), type: 'admin' })
      .expect(201);
  });

  test('with a taken name, given as username, and with a chosen secret, which is ignored', async () => {
    const first = await create();
    const second = await create({
      tokenName: undefined,
      username: first.tokenName,
      secret: 'default:development.mine',
    });
    expect(second.secret).not.toContain('mine');
    expect((await listed(first.tokenName)).map((t) => t.id)).toEqual([first.id, second.id]);
  });

  test('that has expired already creates a token that is refused', async () => {
    expect(await letsIn((await create({ expiresAt: '2021-01-01T00:00:00.000Z' })).secret)).toBe(
      false,
    );
  });
});

describe('creating a token is refused', () => {
  test.each([
    ['without a name', { tokenName: undefined }, 'tokenName'],
    ['with an empty name', { tokenName: '' }, 'tokenName'],
    ['with a name that is too long', { tokenName: 'x'.repeat(256) }, 'tokenName'],
    ['with two names', { username: 'two' }, 'username'],
    ['with project and projects', { project: 'default' }, 'project'],
    ['for no projects', { projects: [] }, 'projects'],
    ['for an unknown project', { projects: ['default', 'nosuch'] }, 'nosuch'],
    [
      'for a project whose name no index could hold',
      { projects: [Array.from({ length: 5000 }, (_, i) => i).join('')] },
      '',
    ],
    ['for an unknown environment', { environment: 'nosuch' }, 'nosuch'],
    ['for all environments', { environment: '*' }, 'environment'],
    ['for all environments, for frontends', { environment: '*', type: 'frontend' }, 'environment'],
    ['of an unknown type', { type: 'zap' }, 'type'],
    ['without a type', { type: undefined }, 'type'],
    ['of the type admin for one project', { type: 'admin', environment: undefined }, 'admin'],
    ['of the type admin for one environment', { type: 'admin', projects: undefined }, 'admin'],
    ['with an expiry that is no date', { expiresAt: 'soon' }, 'expiresAt'],
    ['with an expiry that only ISO 8601 reads', { expiresAt: '2031-W01-1' }, 'expiresAt'],
  ])('%s', async (_, properties, says) => {
    const before = await everything();
    const { body, headers } = await api
      .post(TOKENS, {
        tokenName: unique(),
        type: 'client',
        environment: 'development',
        projects: ['default'],
        ...properties,
      })
      .expect(400);
    expect(headers).not.toHaveProperty('location');
    expect(body.name).toBe('BadDataError');
    expect(JSON.stringify(body)).toContain(says);
    expect(await everything()).toBe(before);
  });
});

describe('lists of API tokens', () => {
  test('never show a secret', async () => {
    const token = await create();
    const { text } = await api.get(TOKENS).expect(200);
    for (const secret of [token.secret, ADMIN_TOKEN, CLIENT_TOKEN, FRONTEND_TOKEN])
      expect(text).not.toContain(secret.split('.')[1]);
    expect((JSON.parse(text) as { tokens: Token[] }).tokens.map((t) => t.id)).toContain(token.id);
  });

  test('of an unknown name are empty', async () => {
    expect(await listed('nosuch')).toEqual([]);
  });
});

describe('changing the expiry', () => {
  const expiresAt = '2032-01-01T00:00:00.000Z';

  test.each(['secret', 'id'] as const)('by the %s', async (by) => {
    const token = await create();
    const [before] = await listed(token.tokenName);
    expect((await api.put(at(token[by]), { expiresAt }).expect(200)).text).toBe('');
    const [after] = await listed(token.tokenName);
    expect(after).toEqual({ ...before, expiresAt });
    const [, updated, ...more] = await events(token.tokenName);
    expect(more).toEqual([]);
    const bare = (t: Token | undefined): object => ({ ...t, secret: undefined });
    expect(updated).toMatchObject({
      type: 'api-token-updated',
      project: 'default',
      environment: 'development',
    });
    expect([updated!.data, updated!.pre_data]).toEqual([bare(after), bare(before)]);
    expect(JSON.stringify(updated)).not.toContain('secret');
  });

  test('into the past stops the token at once', async () => {
    const { secret } = await create();
    expect(await letsIn(secret)).toBe(true);
    await api.put(at(secret), { expiresAt: '2021-01-01T00:00:00Z' }).expect(200);
    expect(await letsIn(secret)).toBe(false);
  });

  test('to the same time changes nothing and records nothing', async () => {
    const token = await create({ expiresAt });
    await api.put(at(token.id), { expiresAt: '2032-01-01T01:00:00+01:00' }).expect(200);
    expect(await events(token.tokenName)).toHaveLength(1);
  });

  test.each(['nosuch', 'default:development.nosuch', '01234567-89ab-cdef-0123-456789abcdef'])(
    'of the unknown token %s does nothing',
    async (token) => {
      const before = await everything();
      await api.put(at(token), { expiresAt }).expect(200);
      expect(await everything()).toBe(before);
    },
  );

  test.each([{}, { expiresAt: 'x' }, { expiresAt: null }, { expiresAt: '' }])(
    'is refused with %j',
    async (body) => {
      const token = await create();
      const before = await everything();
      await api.put(at(token.secret), body).expect(400);
      expect(await everything()).toBe(before);
    },
  );
});

describe('revoking a token', () => {
  test.each(['secret', 'id'] as const)('by the %s works at once, and is recorded', async (by) => {
    const token = await create();
    expect(await letsIn(token.secret)).toBe(true);
    expect((await api.delete(at(token[by])).expect(200)).text).toBe('');
    expect(await letsIn(token.secret)).toBe(false);
    expect(await listed(token.tokenName)).toEqual([]);
    const [created, deleted] = await events(token.tokenName);
    expect(deleted).toMatchObject({
      type: 'api-token-deleted',
      project: 'default',
      environment: 'development',
      data: null,
    });
    expect(deleted!.pre_data).toEqual(created!.data);
  });

  test('many times at once records one event', async () => {
    const token = await create();
    await Promise.all(Array.from({ length: 8 }, () => api.delete(at(token.id)).expect(200)));
    expect((await events(token.tokenName)).map((e) => e.type)).toEqual([
      'api-token-created',
      'api-token-deleted',
    ]);
  });

  test.each(['nosuch', '01234567-89ab-cdef-0123-456789abcdef'])(
    'that is unknown (%s) does nothing',
    async (token) => {
      const before = await everything();
      await api.delete(at(token)).expect(200);
      expect(await everything()).toBe(before);
    },
  );

  test('by the secret that lists show, which is of one token alone', async () => {
    const [token, other] = [await create(), await create()];
    const [{ secret: masked } = { secret: '' }] = await listed(token.tokenName);
    expect(masked).not.toBe((await listed(other.tokenName))[0]!.secret);
    expect((await api.get(at(masked)).expect(200)).body.tokens).toMatchObject([{ id: token.id }]);
    expect(await letsIn(masked)).toBe(false);

    const expiresAt = '2032-01-01T00:00:00.000Z';
    await api.put(at(masked), { expiresAt }).expect(200);
    expect(await listed(token.tokenName)).toMatchObject([{ expiresAt }]);
    await api.delete(at(masked)).expect(200);

    expect([await letsIn(token.secret), await letsIn(other.secret)]).toEqual([false, true]);
    expect((await events(token.tokenName)).map((e) => e.type)).toEqual([
      'api-token-created',
      'api-token-updated',
      'api-token-deleted',
    ]);
    for (const call of [
      api.get(at(masked)),
      api.put(at(masked), { expiresAt }),
      api.delete(at(masked)),
    ])
      await call.expect(404);
  });

  test('by a name or a secret with asterisks in it goes on to work', async () => {
    const secret = 'default:development.a**secret**with**asterisks';
    await service.sql(
      `INSERT INTO api_token (secret_hash, name, type, environment, all_projects, created_by_user_id)
       VALUES (sha256($1), 'a **name**', 'client', 'development', true, -42)`,
      [Buffer.from(secret)],
    );
    expect((await api.get(at('a **name**')).expect(200)).body.tokens).toMatchObject([
      { tokenName: 'a **name**' },
    ]);
    await api.delete(at(secret)).expect(200);
    expect((await service.sql("SELECT FROM api_token WHERE name = 'a **name**'")).length).toBe(0);
  });

  test('by a masked secret that belongs to no token is refused', async () => {
    const { id } = await create();
    const before = await everything();
    const unknown = '01234567-89ab-cdef-0123-456789abcdef';
    const scope = 'default:development';
    for (const masked of [
      `${scope}.****`,
      `${scope}.****-`,
      `${scope}.****-${unknown}`,
      `*:development.****-${id}`,
      `${scope}.****-${id}x`,
      `${scope}.*****`,
      `${scope}.***`,
      `${scope}.*`,
      `${scope}.abcd****`,
      `${scope}.****${id}`,
      '*****',
    ]) {
      const { body } = await api.delete(at(masked)).expect(404);
      expect(body.message).toContain(masked);
      await api.put(at(masked), { expiresAt: '2032-01-01T00:00:00.000Z' }).expect(404);
      await api.get(at(masked)).expect(404);
    }
    expect(await everything()).toBe(before);
  });

  test('by the secret that lists show takes the permission for tokens of its type', async () => {
    const id = await role(
      service,
      'root-custom',
      'READ_CLIENT_API_TOKEN',
      'DELETE_CLIENT_API_TOKEN',
    );
    const { api: deleter } = await somebody(service, id);
    const [client, admin] = [
      await create(),
      await create({ type: 'admin', environment: '*', projects: ['*'] }),
    ];
    const maskOf = async ({ tokenName }: Token): Promise<string> =>
      at((await listed(tokenName))[0]!.secret);
    // as for an unknown token, because the caller may not read it
    await deleter.get(await maskOf(admin)).expect(404);
    await deleter.delete(await maskOf(admin)).expect(403);
    await deleter.delete(await maskOf(client)).expect(200);
    expect(await letsIn(client.secret)).toBe(false);
    await api.delete(await maskOf(admin)).expect(200);
  });

  test('works while it is in use', async () => {
    const token = await create();
    const use = Promise.all(Array.from({ length: 20 }, () => letsIn(token.secret)));
    await api.delete(at(token.id)).expect(200);
    await use;
    expect(await letsIn(token.secret)).toBe(false);
  });
});

describe('a project that is deleted', () => {
  test('leaves a token that was limited to it valid for no other project', async () => {
    await service.sql("INSERT INTO project (id, name) VALUES ('gone', 'Gone')");
    const token = await create({ projects: ['gone'] });
    await service.sql("DELETE FROM project WHERE id = 'gone'");
    expect(await listed(token.tokenName)).toMatchObject([{ projects: [], project: '' }]);
  });
});

describe('when a token was last used', () => {
  test('is written in one statement, and nothing is written when none was used', async () => {
    const writer = service.service.app.get(TokenUseWriter);
    const [used, unused] = [await create(), await create()];
    await writer.write();
    const versions = (): Promise<object[]> =>
      service.sql('SELECT id, xmin::text FROM api_token ORDER BY id');
    await letsIn(used.secret);
    await writer.write();
    const [seen] = await listed(used.tokenName);
    expect(Date.parse(String(seen!['seenAt']))).toBeGreaterThan(Date.now() - 60_000);
    expect((await listed(unused.tokenName))[0]!['seenAt']).toBeNull();
    const before = await versions();
    await writer.write(); // the admin token of this test itself, at most
    await writer.write();
    const after = await versions();
    expect(
      after.filter((row, i) => JSON.stringify(row) !== JSON.stringify(before[i])).length,
    ).toBeLessThanOrEqual(1);
  });
});
