import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const TOKENS = '/api/admin/projects/default/api-tokens';
const ALL_TOKENS = '/api/admin/api-tokens';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = service.api;
  await service.sql("INSERT INTO project (id, name) VALUES ('other', 'Other')");
  await service.sql(
    "INSERT INTO project (id, name, archived_at) VALUES ('archived', 'Archived', now())",
  );
});
afterAll(() => service.stop());

const client = (properties: object = {}): object => ({
  tokenName: unique('token'),
  type: 'client',
  environment: 'development',
  ...properties,
});
const everything = (): Promise<object[]> =>
  service.sql(
    'SELECT t::text AS row FROM api_token t UNION ALL SELECT e::text FROM event e ORDER BY 1',
  );
const ids = async (path = TOKENS): Promise<string[]> =>
  ((await api.get(path).expect(200)).body.tokens as { id: string }[]).map((token) => token.id);

describe('a token of a project', () => {
  test.each([
    ['the project of the path', {}],
    ['the same project in the body', { projects: ['default'] }],
    ['the same project in the single property', { project: 'default' }],
    ['frontends', { type: 'Frontend' }],
  ])('is created for %s', async (_, properties) => {
    const { body, headers } = await api.post(TOKENS, client(properties)).expect(201);
    expect(headers['location']).toBe('api-tokens');
    expect(body.secret).toMatch(/^default:development\.[0-9a-f]{56}$/);
    expect(body).toMatchObject({ project: 'default', projects: ['default'] });
    expect(await ids()).toContain(body.id);
    const [event] = await service.sql<{ type: string }>(
      "SELECT type FROM event WHERE data ->> 'id' = $1",
      [body.id],
    );
    expect(event!.type).toBe('api-token-created');
  });

  test.each([
    ['another project', { projects: ['other'] }],
    ['another project too', { projects: ['default', 'other'] }],
    ['all projects', { projects: ['*'] }],
    ['all projects in the single property', { project: '*' }],
    ['no project', { projects: [] }],
    ['an unknown environment', { environment: 'nosuch' }],
    ['all environments', { environment: '*' }],
    ['administration', { type: 'admin', environment: undefined }],
    ['nothing that is named', { type: undefined, tokenName: undefined }],
  ])('is not created for %s', async (_, properties) => {
    const before = await everything();
    const { body } = await api.post(TOKENS, client(properties)).expect(400);
    expect(body.name).toBe('BadDataError');
    expect(await everything()).toEqual(before);
  });

  test.each(['nosuch', 'archived'])('is not created in the project %s', async (project) => {
    const before = await everything();
    await api.post(`/api/admin/projects/${project}/api-tokens`, client()).expect(404);
    expect(await everything()).toEqual(before);
  });

  test('is listed without its secret, and without those of other or more projects', async () => {
    const { body: mine } = await api.post(TOKENS, client()).expect(201);
    const others: string[] = [];
    for (const projects of [['other'], ['default', 'other'], ['*']]) {
      others.push((await api.post(ALL_TOKENS, client({ projects })).expect(201)).body.id as string);
    }
    const { body, text } = await api.get(TOKENS).expect(200);
    const shown = (body.tokens as { id: string }[]).map((token) => token.id);
    expect(shown).toContain(mine.id);
    for (const id of others) expect(shown).not.toContain(id);
    expect(text).not.toContain(mine.secret.split('.')[1]);
    await api.get('/api/admin/projects/nosuch/api-tokens').expect(404);
  });

  test.each(['secret', 'id', 'masked'])('is revoked by its %s', async (by) => {
    const { body } = await api.post(TOKENS, client()).expect(201);
    const { tokens } = (await api.get(TOKENS).expect(200)).body as {
      tokens: { id: string; secret: string }[];
    };
    body.masked = tokens.find(({ id }) => id === body.id)!.secret;
    await api.as({ token: body.secret }).get('/api/client/nothing').expect(404);
    await api.delete(`${TOKENS}/${body[by]}`).expect(200);
    await api.as({ token: body.secret }).get('/api/client/nothing').expect(401);
    await api.delete(`${TOKENS}/${body[by]}`).expect(404);
    const types = await service.sql<{ type: string }>(
      "SELECT type FROM event WHERE $1 IN (data ->> 'id', pre_data ->> 'id') ORDER BY id",
      [body.id],
    );
    expect(types.map((e) => e.type)).toEqual(['api-token-created', 'api-token-deleted']);
  });

  test.each([[['other']], [['default', 'other']], [['*']]])(
    'that is good for %j is not revoked here',
    async (projects) => {
      const { body } = await api.post(ALL_TOKENS, client({ projects })).expect(201);
      const before = await everything();
      expect(
        (await api.delete(`${TOKENS}/${encodeURIComponent(body.secret)}`).expect(404)).body.name,
      ).toBe('NotFoundError');
      expect(await everything()).toEqual(before);
    },
  );
});
