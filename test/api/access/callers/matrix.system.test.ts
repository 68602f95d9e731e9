import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  accessTo,
  give,
  MEMBER,
  OWNER,
  serviceAccount,
  somebody,
} from '../../../support/access.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

/**
 * Who may call what: for every operation of the OpenAPI document, which callers are refused with
 * 401 or for want of a permission (403), and which get further (`ok`, whatever the answer is then:
 * nothing that the requests name exists, and they hold nothing). For those whose roles are in
 * projects the project exists: it is protected, so that root roles do not count there, and it has a
 * feature, so that it cannot be deleted. They are Viewers, as is the service account, which has no
 * role there. `npm run matrix` writes the table anew; its changes are to be read.
 */
const TABLE = path.resolve('test/api/access/callers/matrix.json');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};
const operations = Object.entries(paths)
  .flatMap(([template, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method: method.toUpperCase(),
      template,
    })),
  )
  .sort((a, b) => (`${a.template} ${a.method}` < `${b.template} ${b.method}` ? -1 : 1));

let service: TestService;
let project: string;
const callers: Record<string, string | undefined> = {
  nobody: undefined,
  client: CLIENT_TOKEN,
  frontend: FRONTEND_TOKEN,
  viewer: '',
  editor: '',
  admin: '',
  adminToken: ADMIN_TOKEN,
  owner: '',
  member: '',
  memberElsewhere: '',
  serviceAccount: '',
};
/** The callers whose requests name the existing project. */
const IN_PROJECT = ['owner', 'member', 'memberElsewhere', 'serviceAccount'];

/** Creates a user with a personal token, because one of the operations ends the session. */
async function userWithToken(caller: string, rootRole: string): Promise<number> {
  const { id, api } = await somebody(service, rootRole);
  const { body } = await api
    .post('/api/admin/user/tokens', { description: 'matrix', expiresAt: '2090-01-01T00:00:00Z' })
    .expect(201);
  callers[caller] = body.secret;
  return id;
}

beforeAll(async () => {
  service = await TestService.start();
  project = await service.given.project({ mode: 'protected' });
  const elsewhere = await service.given.project();
  await service.api.post(`/api/admin/projects/${project}/features`, { name: 'kept' }).expect(201);
  for (const [caller, rootRole] of Object.entries({
    viewer: 'Viewer',
    editor: 'Editor',
    admin: 'Admin',
  }))
    await userWithToken(caller, rootRole);
  await give(service, project, [OWNER], { users: [await userWithToken('owner', 'Viewer')] });
  await give(service, project, [MEMBER], { users: [await userWithToken('member', 'Viewer')] });
  await give(service, elsewhere, [MEMBER], {
    users: [await userWithToken('memberElsewhere', 'Viewer')],
  });
  callers['serviceAccount'] = (await serviceAccount(service)).secret;
});
afterAll(() => service.stop());

/**
 * The status of a response, and the kind of error for 403. Other bodies are not read, because they
 * may be streams.
 */
async function answerTo(
  method: string,
  template: string,
  caller: string,
): Promise<{ status: number; seen: string }> {
  const filled = (name: string): string => {
    if (name === 'projectId' && IN_PROJECT.includes(caller)) return project;
    return name.toLowerCase().endsWith('id') ? '999999' : 'nosuch';
  };
  const token = callers[caller];
  const body =
    method === 'GET' || method === 'DELETE'
      ? {}
      : { body: '{}', headers: { 'content-type': 'application/json' } };
  const cut = new AbortController();
  const response = await fetch(
    service.url + template.replace(/\{(\w+)\}/g, (_, name: string) => filled(name)),
    {
      method,
      redirect: 'manual',
      signal: cut.signal,
      ...body,
      headers: { ...body.headers, ...(token === undefined ? {} : { authorization: token }) },
    },
  );
  const { status } = response;
  // Refused because of the current state, not of the caller: this is checked after the permission.
  const isLater =
    status === 403 &&
    ((await response.json()) as { name?: string }).name === 'InvalidOperationError';
  cut.abort();
  return { status, seen: status === 401 || (status === 403 && !isLater) ? String(status) : 'ok' };
}

test('every operation is allowed and refused as in the committed access matrix', async () => {
  const table: Record<string, string> = {};
  const names = Object.keys(callers);
  const before = await shared();
  for (const { method, template } of operations) {
    const answers = await Promise.all(names.map((caller) => answerTo(method, template, caller)));
    const failed = answers.filter(({ status }) => status >= 500 && status !== 503);
    expect([`${method} ${template}`, failed]).toEqual([`${method} ${template}`, []]);
    table[`${method} ${template}`] = names
      .map((caller, i) => `${caller} ${answers[i]!.seen}`)
      .join(', ');
  }
  // The requests have changed nothing on which later ones depend.
  expect(await shared()).toEqual(before);
  if (process.env['UPDATE_MATRIX']) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  expect(table).toEqual(JSON.parse(readFileSync(TABLE, 'utf8')));
}, 120_000);

/** What the requests of all callers must not change. */
async function shared(): Promise<object> {
  const [access, overview, features] = await Promise.all(
    [
      accessTo(project),
      `/api/admin/projects/${project}/overview`,
      `/api/admin/projects/${project}/features`,
    ].map((path) => service.api.get(path)),
  );
  const { name, mode, environments, archivedAt } = overview!.body as Record<string, unknown>;
  return {
    access: access!.body as object,
    project: { name, mode, environments, archivedAt },
    features: features!.body as object,
  };
}
