import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { person, signedIn } from '../../support/people.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../support/service.js';

/**
 * Who may call what: for every operation of the OpenAPI document, which callers are refused with 401 or 403 and which get further (`ok`, whatever the
 * answer is then: nothing that the requests name exists, and they hold nothing). `npm run matrix` writes the table anew; its changes are to be read.
 */
const TABLE = path.resolve('test/api/access/matrix.json');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as { paths: Record<string, Record<string, object>> };
const operations = Object.entries(paths)
  .flatMap(([template, item]) => METHODS.filter((method) => item[method]).map((method) => ({ method: method.toUpperCase(), template })))
  .sort((a, b) => (`${a.template} ${a.method}` < `${b.template} ${b.method}` ? -1 : 1));

let service: TestService;
const callers: Record<string, string | undefined> = {
  nobody: undefined,
  client: CLIENT_TOKEN,
  frontend: FRONTEND_TOKEN,
  viewer: '',
  editor: '',
  admin: '',
  adminToken: ADMIN_TOKEN,
};
beforeAll(async () => {
  service = await TestService.start();
  // Personal tokens rather than sessions: one of the operations signs out.
  for (const [caller, rootRole] of Object.entries({ viewer: 'Viewer', editor: 'Editor', admin: 'Admin' })) {
    const { username } = await person(service, { rootRole });
    const api = await signedIn(service, username);
    const { body } = await api.post('/api/admin/user/tokens', { description: 'matrix', expiresAt: '2090-01-01T00:00:00Z' }).expect(201);
    callers[caller] = body.secret;
  }
});
afterAll(() => service.stop());

/** The answer's status alone; its body, which may be a stream without an end, is not waited for. */
async function statusOf(method: string, template: string, token: string | undefined): Promise<number> {
  const url = service.url + template.replace(/\{(\w+)\}/g, (_, name: string) => (name.toLowerCase().endsWith('id') ? '999999' : 'nosuch'));
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
  const cut = new AbortController();
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: cut.signal,
    ...body,
    headers: { ...body.headers, ...(token === undefined ? {} : { authorization: token }) },
  });
  cut.abort();
  return response.status;
}

test('who may call what is as the table says', async () => {
  const table: Record<string, string> = {};
  for (const { method, template } of operations) {
    const answers = await Promise.all(Object.values(callers).map((token) => statusOf(method, template, token)));
    expect([`${method} ${template}`, answers.filter((status) => status >= 500 && status !== 503)]).toEqual([`${method} ${template}`, []]);
    const seen = answers.map((status) => (status === 401 || status === 403 ? String(status) : 'ok'));
    table[`${method} ${template}`] = Object.keys(callers)
      .map((caller, i) => `${caller} ${seen[i]}`)
      .join(', ');
  }
  if (process.env['UPDATE_MATRIX']) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  expect(table).toEqual(JSON.parse(readFileSync(TABLE, 'utf8')));
}, 120_000);
