import { EVENT_TYPES } from '../../../../src/audit/audit-log/event/event-sentences.js';
import { VISIBILITIES } from '../../../../src/core/event/event-entries.js';
import { MEMBER_ROLE, OWNER_ROLE } from '../../../../src/core/auth/permissions/role-permissions.js';
import type { Api } from '../../../support/api.js';
import { role, somebody } from '../../../support/grants.js';
import { TestService } from '../../../support/service.js';

const ADMIN = '/api/admin';
const OPEN = 'open-project';
const PRIVATE = 'private-project';

interface Row {
  id: number;
  type: string;
  project: string | null;
  environment: string | null;
  featureName: string | null;
  createdByUserId: number;
  tokenType: string | null;
}

let service: TestService;
const callers: Record<string, Api> = {};
beforeAll(async () => {
  service = await TestService.start();
  await service.given.project({ id: OPEN });
  await service.given.project({ id: PRIVATE, mode: 'private' });
  const given: [string, string | number, Record<string, number>?][] = [
    ['viewer', 'Viewer'],
    ['editor', 'Editor'],
    ['member', 'Viewer', { [OPEN]: MEMBER_ROLE }],
    ['owner', 'Editor', { [PRIVATE]: OWNER_ROLE }],
    ['tokens', await role(service, 'root-custom', 'READ_CLIENT_API_TOKEN')],
    [
      'frontend',
      await role(service, 'root-custom', 'READ_FRONTEND_API_TOKEN'),
      { [OPEN]: MEMBER_ROLE },
    ],
    ['roles', await role(service, 'root-custom', 'READ_ROLE')],
    ['settings', await role(service, 'root-custom', 'UPDATE_AUTH_CONFIGURATION')],
    ['auditor', await role(service, 'root-custom', 'READ_LOGS')],
    ['admin', 'Admin'],
  ];
  for (const [name, root, roles] of given)
    callers[name] = (await somebody(service, root, roles)).api;
  await generate();
});
afterAll(() => service.stop());

/**
 * Stores events of all types and of an unknown type, inside and outside of projects and
 * environments, by different users.
 */
async function generate(): Promise<void> {
  const types = [...EVENT_TYPES, 'banner-created'];
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data)
     SELECT t.type, 'somebody', 9000 + (n % 7),
            CASE WHEN t.type ~ '^(user|role|group|pat|setting|public|service|federated|banner|audit)-' THEN NULL ELSE (ARRAY[$2, $3, '*', 'default'])[1 + n % 4] END,
            CASE WHEN t.type ~ '^(feature-environment|feature-strategy|api-token-(created|updated|deleted))' THEN (ARRAY['development', 'production'])[1 + n % 2] END,
            CASE WHEN t.type ~ '^feature-' THEN 'feature-' || n % 4 END,
            CASE WHEN t.type ~ 'deleted' THEN NULL ELSE jsonb_build_object('type', (ARRAY['client', 'frontend', 'admin'])[1 + n % 3]) END,
            CASE WHEN t.type ~ 'deleted|updated' THEN jsonb_build_object('type', (ARRAY['client', 'frontend', 'admin'])[1 + n % 3]) END
       FROM unnest($1::text[]) AS t (type), generate_series(1, 6) AS n`,
    [types, OPEN, PRIVATE],
  );
}

/** Whether a page responds with success, requested once. */
const answered = new Map<string, Promise<boolean>>();
function opens(name: string, page: string): Promise<boolean> {
  const key = `${name} ${page}`;
  if (!answered.has(key))
    answered.set(
      key,
      callers[name]!.get(`${ADMIN}${page}`).then(({ status }) => status === 200),
    );
  return answered.get(key)!;
}

/** The page of the subject of an event; `undefined` when everybody may read the type. */
function pageOf({ type, project }: Row): string | undefined {
  if (/^(user|public-signup|pat)-/.test(type)) return '/user-admin';
  if (type.startsWith('service-account-')) return '/service-account';
  if (type.startsWith('federated-credential-')) return '/federated-credentials';
  if (type.startsWith('role-')) return '/roles';
  if (type.startsWith('group-')) return '/groups';
  if (type.startsWith('setting-')) return '/auth/simple/settings';
  if (/^(project-access|access-request)-/.test(type)) return `/projects/${project}/access`;
  return undefined;
}

/**
 * Whether a user may see an event, according to the pages that they can read instead of the
 * service's declaration.
 */
async function isExpected(name: string, row: Row): Promise<boolean> {
  if (row.project === PRIVATE && !['owner', 'admin'].includes(name)) return false;
  if (['auditor', 'admin'].includes(name)) return true;
  if (/^user-log|(?<!template)-used$|^banner|^audit-witness/.test(row.type)) return false;
  const page = pageOf(row);
  if (page) return opens(name, page);
  if (!row.type.startsWith('api-token-')) return true;
  const isOfSdk = ['client', 'frontend'].includes(row.tokenType ?? '');
  if (['editor', 'owner'].includes(name) && isOfSdk) return true;
  if (name === 'tokens' && row.tokenType === 'client') return true;
  if (name === 'frontend' && row.tokenType === 'frontend') return true;
  return (
    row.project !== null &&
    row.project !== '*' &&
    opens(name, `/projects/${row.project}/api-tokens`)
  );
}

const FILTERS: [string, (row: Row) => boolean][] = [
  ['', () => true],
  ['environment=IS:production', (row) => row.environment === 'production'],
  [
    `project=IS_ANY_OF:${OPEN},${PRIVATE}`,
    (row) => row.project === OPEN || row.project === PRIVATE,
  ],
  ['feature=IS:feature-0', (row) => row.featureName === 'feature-0'],
  ['createdBy=IS:9001', (row) => row.createdByUserId === 9001],
  [
    'type=IS_ANY_OF:user-created,api-token-created,feature-created,project-access-added,setting-updated,user-logged-in',
    ({ type }) =>
      /^(user-created|api-token-created|feature-created|project-access-added|setting-updated|user-logged-in)$/.test(
        type,
      ),
  ],
  [
    'type=IS:api-token-deleted&environment=IS:development',
    (row) => row.type === 'api-token-deleted' && row.environment === 'development',
  ],
  [
    `project=IS:${OPEN}&createdBy=IS_ANY_OF:9002,9003`,
    (row) => row.project === OPEN && /900[23]/.test(String(row.createdByUserId)),
  ],
  ['query=role-', (row) => row.type.includes('role-')],
  ['from=IS:2020-01-01', () => true],
];

const rows = () =>
  service.sql<Row>(
    `SELECT id::int, type, project, environment, feature_name AS "featureName", created_by_user_id AS "createdByUserId",
            COALESCE(data, pre_data) ->> 'type' AS "tokenType" FROM event WHERE created_by = 'somebody' ORDER BY id DESC`,
  );

describe.each([
  'viewer',
  'editor',
  'member',
  'owner',
  'tokens',
  'frontend',
  'roles',
  'settings',
  'auditor',
  'admin',
])('to %s', (name) => {
  test.each(['before', 'after'])(
    'an event is visible exactly where its subject is, in every search and count (%s tallying)',
    async (when) => {
      if (when === 'after') await service.sql('SELECT advance_event_tally()');
      const all = await rows();
      for (const [filter, matches] of FILTERS) {
        const expected: number[] = [];
        for (const row of all)
          if (matches(row) && (await isExpected(name, row))) expected.push(row.id);
        // The log also contains events of the test itself, so it is searched in pages.
        const found: { id: number; createdBy: string }[] = [];
        let total = 0;
        for (let offset = 0; offset === 0 || offset < total; offset += 1000) {
          const { body } = await callers[name]!.get(
            `${ADMIN}/search/events?limit=1000&offset=${offset}&${filter}`,
          ).expect(200);
          total = body.total;
          found.push(...body.events);
        }
        expect([filter, found.length]).toEqual([filter, total]);
        const ids = found.filter(({ createdBy }) => createdBy === 'somebody').map(({ id }) => id);
        expect([filter, ids]).toEqual([filter, expected]);
      }
    },
  );

  test('so it is in lists of features, in the deprecated search, and among those who caused events', async () => {
    const all = await rows();
    const visible: Row[] = [];
    for (const row of all) if (await isExpected(name, row)) visible.push(row);
    const { body: ofFeature } = await callers[name]!.get(`${ADMIN}/events/feature-0`).expect(200);
    expect(ofFeature.totalEvents).toBe(
      visible.filter(({ featureName }) => featureName === 'feature-0').length,
    );
    const { body: deprecated } = await callers[name]!.post(`${ADMIN}/events/search`, {
      type: 'group-created',
    }).expect(200);
    expect(deprecated.totalEvents).toBe(
      visible.filter(({ type }) => type === 'group-created').length,
    );
    const { body: creators } = await callers[name]!.get(`${ADMIN}/event-creators`).expect(200);
    const ids = (creators as { id: number }[]).map(({ id }) => id).filter((id) => id >= 9000);
    expect(ids.sort()).toEqual(
      [...new Set(visible.map(({ createdByUserId }) => createdByUserId))].sort(),
    );
  });
});

test('authors whose events are all hidden are not listed as authors', async () => {
  await service.sql(
    "INSERT INTO event (type, created_by, created_by_user_id) VALUES ('role-created', 'recluse', 9100)",
  );
  const ids = async (name: string): Promise<number[]> =>
    (await callers[name]!.get(`${ADMIN}/event-creators`).expect(200)).body.map(
      (one: { id: number }) => one.id,
    );
  for (const advance of [false, true]) {
    if (advance) await service.sql('SELECT advance_event_tally()');
    expect(await ids('viewer')).not.toContain(9100);
    expect(await ids('roles')).toContain(9100);
    expect(await ids('admin')).toContain(9100);
  }
});

test('an addon is told of nothing that whoever configures it may not read', async () => {
  const addon = (events: string[], projects: string[] = []) => ({
    provider: 'webhook',
    enabled: true,
    events,
    projects,
    parameters: { url: 'https://example.com' },
  });
  const editor = callers['editor']!;
  const types = VISIBILITIES;
  const everyones = types.flatMap(([type, visibility]) =>
    visibility === 'everyone' ? [type] : [],
  );
  await editor.post(`${ADMIN}/addons`, addon(everyones)).expect(201);
  for (const [type] of types.filter(([one]) => !everyones.includes(one)))
    await editor.post(`${ADMIN}/addons`, addon([...everyones, type])).expect(403);
  const owner = callers['owner']!;
  for (const type of ['project-access-added', 'api-token-created']) {
    await owner.post(`${ADMIN}/addons`, addon([type], [PRIVATE])).expect(201);
    for (const projects of [[], ['*'], [PRIVATE, '*']])
      await owner.post(`${ADMIN}/addons`, addon([type], projects)).expect(403);
  }
  // As an Editor the owner reads the tokens of open projects, but not who has access to them.
  const both = [PRIVATE, OPEN];
  await owner.post(`${ADMIN}/addons`, addon(['project-access-added'], both)).expect(403);
  await owner.post(`${ADMIN}/addons`, addon(['api-token-created'], both)).expect(201);
  const { body } = await service.api
    .post(`${ADMIN}/addons`, addon(['user-created', 'feature-created']))
    .expect(201);
  const refused = await editor
    .put(`${ADMIN}/addons/${body.id}`, addon(['user-created']))
    .expect(403);
  expect(refused.body.permissions).toEqual(['READ_LOGS']);
  await editor.put(`${ADMIN}/addons/${body.id}`, addon(['feature-created'])).expect(200);
});

test('counts of what happens in a project are of what everybody may read', async () => {
  const [row] = await service.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM event WHERE project = $1 AND type !~ '^(project-access|access-request|api-token)-'`,
    [OPEN],
  );
  const { body } = await callers['viewer']!.get(`${ADMIN}/projects/${OPEN}/status`).expect(200);
  const counts = (body.activityCountByDate as { count: number }[]).map(({ count }) => count);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(row!.n);
});
