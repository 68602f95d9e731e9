import { role, somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const SEARCH = '/api/admin/search/api-tokens';
const TOKENS = '/api/admin/api-tokens';

interface Found {
  tokens: { id: string; tokenName: string; secret: string }[];
  total: number;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const find = async (query: Record<string, string>, api = service.api): Promise<Found> =>
  (await api.get(`${SEARCH}?${new URLSearchParams(query).toString()}`).expect(200)).body as Found;
const namesOf = ({ tokens }: Found): string[] => tokens.map(({ tokenName }) => tokenName);

async function created(tokenName: string, more: object = {}): Promise<string> {
  const token = { tokenName, type: 'client', environment: 'development', projects: ['default'] };
  const { body } = await service.api.post(TOKENS, { ...token, ...more }).expect(201);
  return body.secret as string;
}

describe('searching API tokens', () => {
  test('finds parts of name, type, environment and project, and takes no letter for a pattern', async () => {
    const project = await service.given.project();
    const mark = unique('Mark_');
    const secret = await created(`a ${mark}`, { projects: [project] });
    await created(`b ${mark}`, { type: 'frontend', environment: 'production' });
    await created(unique());

    expect(namesOf(await find({ query: ` ${mark.toUpperCase()} ` }))).toEqual([
      `a ${mark}`,
      `b ${mark}`,
    ]);
    expect(namesOf(await find({ query: project.toUpperCase() }))).toEqual([`a ${mark}`]);
    expect(namesOf(await find({ query: 'PRODUCTION' }))).toContain(`b ${mark}`);
    expect(namesOf(await find({ query: 'frontend' }))).toContain(`b ${mark}`);
    expect(await find({ query: mark.replace('_', '%') })).toEqual({ tokens: [], total: 0 });
    const [token] = (await find({ query: project })).tokens;
    const masked = encodeURIComponent(token!.secret);
    const { body } = await service.api.get(`${TOKENS}/${masked}`).expect(200);
    expect(token).toEqual(body.tokens[0]);
    expect(token!.secret).toContain('****');
    expect(token!.secret).not.toBe(secret);
  });

  test('answers a page, and how many there are', async () => {
    const mark = unique('page');
    for (const letter of ['c', 'A', 'b']) await created(`${letter} ${mark}`);
    const page = { query: mark, sortBy: 'name', limit: '2' };

    expect(await find(page)).toMatchObject({ total: 3 });
    expect(namesOf(await find(page))).toEqual([`A ${mark}`, `b ${mark}`]);
    expect(namesOf(await find({ ...page, offset: '2' }))).toEqual([`c ${mark}`]);
    expect(await find({ ...page, offset: '9' })).toEqual({ tokens: [], total: 3 });
    expect(namesOf(await find({ ...page, sortOrder: 'desc' }))).toEqual([`c ${mark}`, `b ${mark}`]);
    expect(namesOf(await find({ query: mark }))).toEqual([`c ${mark}`, `A ${mark}`, `b ${mark}`]);
  });

  test('lists tokens that do not expire, or were never used, last', async () => {
    const mark = unique('order');
    await created(`never ${mark}`);
    await created(`soon ${mark}`, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    await service.sql('UPDATE api_token SET seen_at = now() WHERE name = $1', [`soon ${mark}`]);

    for (const sortBy of ['expiresAt', 'seenAt'])
      for (const sortOrder of ['asc', 'desc'])
        expect(namesOf(await find({ query: mark, sortBy, sortOrder }))).toEqual([
          `soon ${mark}`,
          `never ${mark}`,
        ]);
  });

  test('finds only tokens of the types that the caller may read', async () => {
    const mark = unique('types');
    await created(`client ${mark}`);
    await created(`frontend ${mark}`, { type: 'frontend' });
    await service.sql(
      `INSERT INTO api_token (secret_hash, name, type, all_projects)
       VALUES (decode(md5($1), 'hex'), $1, 'admin', true)`,
      [`admin ${mark}`],
    );
    const only = await role(service, 'root-custom', 'READ_FRONTEND_API_TOKEN');
    const reader = await somebody(service, only);

    expect(await find({ query: mark })).toMatchObject({ total: 3 });
    const found = await find({ query: mark }, reader.api);
    expect(namesOf(found)).toEqual([`frontend ${mark}`]);
    expect(found.total).toBe(1);
    const viewer = await somebody(service, 'Viewer');
    await viewer.api.get(SEARCH).expect(403);
    await service.api.as().get(SEARCH).expect(401);
  });

  test('neither finds nor counts tokens of hidden projects', async () => {
    const project = await service.given.project({ mode: 'private' });
    const mark = unique('hidden');
    await created(`own ${mark}`, { projects: [project] });
    await created(`both ${mark}`, { projects: ['default', project] });
    await created(`open ${mark}`);
    const all = ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'];
    const outsider = await somebody(service, await role(service, 'root-custom', ...all));

    expect(await find({ query: mark })).toMatchObject({ total: 3 });
    const found = await find({ query: mark }, outsider.api);
    expect([namesOf(found), found.total]).toEqual([[`open ${mark}`], 1]);
    expect(await find({ query: project }, outsider.api)).toEqual({ tokens: [], total: 0 });
  });

  test.each([
    ['a text that is too long', { query: 'x'.repeat(256) }],
    ['an unknown property', { sortBy: 'secret_hash' }],
    ['an unknown direction', { sortOrder: 'up' }],
  ])('refuses %s', async (_, query: Record<string, string>) => {
    await service.api.get(`${SEARCH}?${new URLSearchParams(query).toString()}`).expect(400);
  });

  test('answers at most 1,000 tokens, and 50 without a limit', async () => {
    await service.sql(
      `INSERT INTO api_token (secret_hash, name, type, all_projects)
       SELECT decode(md5('many ' || n), 'hex'), 'many ' || n, 'client', true
         FROM generate_series(1, 1001) n`,
    );
    const many = { query: 'many ' };
    expect((await find({ ...many, limit: '1000' })).tokens).toHaveLength(1000);
    const { tokens, total } = await find(many);
    expect([tokens.length, total]).toEqual([50, 1001]);
  });
});
