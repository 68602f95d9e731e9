import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Api, Response } from '../../../support/api.js';
import { PrivateScene, SECRET } from '../../../support/private-scene.js';

const ADMIN = '/api/admin';
const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];
type Request = [method: Method, path: string, body?: unknown];

/** Names of objects of a private project, or names that do not exist. */
interface Names {
  project: string;
  feature: string;
  child: string;
  archived: string;
  deleted: string;
  segment: number;
  segmentName: string;
  strategy: string;
  application: string;
  token: string;
  tokenName: string;
  addon: number;
  tag: string;
}

const WORD = 'nobody';
const NO_ID = 987_654;
const NO_UUID = '00000000-0000-4000-8000-000000000000';

let scene: PrivateScene;
let hidden: Names;
let absent: Names;
beforeAll(async () => {
  scene = await PrivateScene.start();
  const of = (word: string) => ({
    segmentName: `${word} segment`,
    tokenName: `${word} token`,
    tag: `${word} tag`,
  });
  hidden = { ...scene.hidden, ...of(SECRET) };
  const named = Object.fromEntries(
    Object.entries(hidden).map(([key, value]) => [
      key,
      typeof value === 'number' ? NO_ID : value.replaceAll(SECRET, WORD),
    ]),
  ) as unknown as Names;
  absent = { ...named, strategy: NO_UUID, token: NO_UUID };
  await scene.service.api
    .post(`${ADMIN}/features/${hidden.feature}/tags`, { type: 'simple', value: hidden.tag })
    .expect(201);
  await scene.service.api
    .post(`${ADMIN}/features/${scene.open.feature}/tags`, { type: 'simple', value: 'tag of both' })
    .expect(201);
  await scene.service.api
    .post(`${ADMIN}/features/${hidden.feature}/tags`, { type: 'simple', value: 'tag of both' })
    .expect(201);
}, 60_000);
afterAll(() => scene.stop());

/** Valid bodies, by the end of the path template. */
function bodiesFor(method: Method, template: string, names: Names): unknown[] {
  const { feature, child, archived, deleted, segment } = names;
  const tag = { type: 'simple', value: 'put on' };
  const several = { features: [feature, child, archived, deleted], stale: true };
  const mixed = { features: [scene.open.feature, feature] };
  const hook = {
    provider: 'webhook',
    enabled: true,
    events: ['feature-created'],
    parameters: { url: 'https://example.com' },
  };
  const good: [RegExp, ...unknown[]][] = [
    [
      /\/access$/,
      { roles: [5], users: [], groups: [] },
      { roles: [{ id: 5 }], users: [], groups: [] },
    ],
    [/\/roles$/, { roles: [5] }],
    [/\/api-tokens$/, { tokenName: 'mine', type: 'client', environment: 'development' }],
    [/\/api-tokens\/\{token\}$/, { expiresAt: '2090-01-01T00:00:00Z' }],
    [
      /\/features\/\{featureName\}$/,
      method === 'patch'
        ? [{ op: 'replace', path: '/description', value: 'x' }]
        : { description: 'x' },
    ],
    [/\/projects\/\{projectId\}\/features$/, { name: 'fresh' }, { name: 'not/good' }],
    [/\/projects\/\{projectId\}$/, { name: 'renamed' }],
    [/\/settings$/, { mode: 'open' }],
    [/\/environments$/, { environment: 'production' }, { environment: 'nosuch' }],
    [
      /\/change-requests\/config$/,
      { changeRequestsEnabled: false },
      { changeRequestsEnabled: true },
    ],
    [
      /\/strategies$/,
      { name: 'default' },
      { name: 'default', segments: [segment] },
      { name: 'nosuch' },
    ],
    [/\/set-sort-order$/, [{ id: names.strategy, sortOrder: 1 }]],
    [
      /\/strategies\/\{strategyId\}$/,
      method === 'patch' ? [{ op: 'replace', path: '/title', value: 'x' }] : { name: 'default' },
    ],
    [
      /\/default-strategy$/,
      {
        name: 'flexibleRollout',
        segments: [segment],
        parameters: { rollout: '1', stickiness: 'default', groupId: 'x' },
      },
    ],
    [/\/variants$/, []],
    [/\/variants-batch$/, { environments: ['development'], variants: [] }],
    [
      /\/tags$/,
      tag,
      { addedTags: [tag], removedTags: [] },
      { ...several, tags: { addedTags: [tag], removedTags: [] } },
    ],
    [/\/(stale|archive|archive\/validate|revive|delete|on|off)$/, several, mixed],
    [/\/clone$/, { name: 'fresh' }],
    [/\/dependencies$/, { feature }, { feature: scene.open.feature }],
    [/\/complete$/, { status: 'kept' }],
    [/\/segments\/\{id\}$/, { name: 'fresh', constraints: [] }],
    [/\/addons\/\{id\}$/, hook],
    [/\/applications\/\{appName\}$/, { description: 'x' }],
  ];
  return [{}, ...good.filter(([end]) => end.test(template)).flatMap(([, ...bodies]) => bodies)];
}

/**
 * Values of each path parameter that lead to objects with these names; the other parameters may be
 * of the open project.
 */
function candidates(parameter: string, template: string, names: Names): string[] {
  const { project, feature, segment, strategy, application, token, tokenName, addon, tag } = names;
  if (parameter === 'projectId') return [project, scene.open.project];
  if (
    ['featureName', 'child', 'parent', 'key'].includes(parameter) ||
    (parameter === 'name' && template.includes('/features/'))
  )
    return parameter === 'parent' ? [feature] : [feature, scene.open.feature];
  if (parameter === 'environment') return ['development'];
  if (parameter === 'strategyId') return [strategy];
  if (parameter === 'appName') return [application];
  if (parameter === 'id') return [String(template.includes('/addons/') ? addon : segment)];
  if (parameter === 'type') return ['simple'];
  if (parameter === 'value') return [tag];
  if (parameter === 'token') return [token];
  if (parameter === 'name' && template.includes('/api-tokens/')) return [tokenName];
  return [/id$/i.test(parameter) ? String(scene.member.id) : 'development'];
}

function filled(template: string, names: Names): string[] {
  const parameter = /\{(\w+)\}/.exec(template);
  if (!parameter) return [template];
  return candidates(parameter[1]!, template, names).flatMap((value) =>
    filled(template.replace(parameter[0], encodeURIComponent(value)), names),
  );
}

/** Creations, which show that a name is taken: names are unique across all projects. */
const CREATES = `post ${ADMIN}/metrics/applications/{appName}`;

/** Requests of every operation whose path can lead to these names. */
function byPath(names: Names): Request[] {
  return Object.entries(paths).flatMap(([template, operations]) => {
    if (!template.startsWith(ADMIN) || !template.includes('{')) return [];
    const urls = filled(template, names);
    return METHODS.filter(
      (method) => operations[method] && `${method} ${template}` !== CREATES,
    ).flatMap((method) =>
      urls.flatMap((url): Request[] => {
        if (method === 'get' || method === 'delete') return [[method, url]];
        return bodiesFor(method, template, names).map((body): Request => [method, url, body]);
      }),
    );
  });
}

/** Requests whose body or query leads to these names. */
function byContent(names: Names): Request[] {
  const {
    project,
    feature,
    child,
    archived,
    deleted,
    segment,
    segmentName,
    strategy,
    token,
    tag,
    application,
  } = names;
  const features = [feature, child, archived, deleted];
  const open = scene.open;
  const file = (more: object) => ({ features: [], featureStrategies: [], tagTypes: [], ...more });
  const into = (target: string, data: object) => ({
    project: target,
    environment: 'development',
    data,
  });
  const hook = {
    provider: 'webhook',
    enabled: true,
    events: ['feature-created'],
    parameters: { url: 'https://example.com' },
  };
  const tokenFor = (...projects: string[]) => ({
    tokenName: 'mine',
    type: 'client',
    environment: 'development',
    projects,
  });
  const context = { appName: 'x' };
  const use = { featureName: open.feature, enabled: true, environment: 'development' };
  const set = { strategyId: strategy, environmentId: 'development', segmentIds: [] };
  const writes: [string, unknown][] = [
    ['/segments', { name: 'fresh', constraints: [], project }],
    ['/segments/strategies', { ...set, projectId: project }],
    ['/segments/strategies', { ...set, projectId: open.project }],
    [
      '/segments/strategies',
      { ...set, strategyId: open.strategy, projectId: open.project, segmentIds: [segment] },
    ],
    ['/features/validate', { name: 'fresh', projectId: project }],
    ['/features-batch/validate', into(project, file({ features: [{ name: 'fresh' }] }))],
    ['/features-batch/import', into(project, file({ features: [{ name: 'fresh' }] }))],
    [
      '/features-batch/validate',
      into(open.project, file({ segments: [{ id: segment, name: segmentName }] })),
    ],
    [
      '/features-batch/validate',
      into(
        open.project,
        file({ dependencies: [{ feature: 'fresh', dependencies: [{ feature }] }] }),
      ),
    ],
    ['/features-batch/export', { environment: 'development', project }],
    ['/features-batch/export', { environment: 'development', features }],
    ['/features-batch/export', { environment: 'development', tag }],
    ['/addons', { ...hook, projects: [project] }],
    ['/addons', { ...hook, projects: [open.project, project] }],
    ['/api-tokens', tokenFor(project)],
    ['/api-tokens', tokenFor(open.project, project)],
    ['/environments/development/clone', { name: 'cloned', type: 'test', projects: [project] }],
    ['/playground', { projects: [project], environment: 'development', context }],
    [
      '/playground/advanced',
      { projects: [project, open.project], environments: ['development'], context },
    ],
    ['/events/search', { project }],
    ['/events/search', { feature }],
    [`/projects/${open.project}/features/${open.feature}/dependencies`, { feature }],
    [
      `/projects/${open.project}/features/${open.feature}/environments/development/strategies`,
      { name: 'default', segments: [segment] },
    ],
    [
      `/projects/${open.project}/bulk_features/environments/development/off`,
      { features: [feature] },
    ],
    [
      `/projects/${open.project}/tags`,
      { features: [feature], tags: { addedTags: [], removedTags: [] } },
    ],
    ['/projects', { id: 'fresh', name: 'fresh', environments: ['nosuch', project] }],
    ['/metrics/applications/x', { description: use.featureName, strategies: [strategy] }],
  ];
  const reads = [
    ...['project', 'feature'].map(
      (by) => `/search/events?${by}=IS:${by === 'project' ? project : feature}`,
    ),
    `/search/features?project=IS:${project}`,
    `/search/features?query=${feature}`,
    `/search/features?tag=INCLUDE:simple:${tag}`,
    `/search/features?tag=DO_NOT_INCLUDE:simple:${tag}`,
    `/search/features?segment=INCLUDE:${segmentName}`,
    `/events?project=${project}`,
    `/user/roles?projectId=${project}`,
    `/metrics/applications?query=${application}`,
    `/tags/simple/${tag}`,
    `/user-admin/access?q=${project}`,
    `/user-admin/search?q=${token}`,
  ];
  return [
    ...writes.map(([url, body]): Request => ['post', `${ADMIN}${url}`, body]),
    ...reads.map((url): Request => ['get', `${ADMIN}${url}`]),
  ];
}

/** Whether a request names something that does not exist, or is hidden. */
const leadsThere = ([, url, body]: Request, names: Names): boolean => {
  const text = decodeURIComponent(url) + JSON.stringify(body ?? '');
  return [WORD, String(NO_ID), NO_UUID, names.strategy, names.token].some((one) =>
    text.includes(one),
  );
};

/** Headers that differ between any two responses. */
const VARYING = ['date', 'etag', 'content-length', 'keep-alive'];

/**
 * Everything that a response contains, without the requested names and without what differs between
 * any two responses.
 */
function told({ status, headers, text }: Response): string {
  const rest = Object.fromEntries(
    Object.entries(headers as Record<string, string>).filter(([name]) => !VARYING.includes(name)),
  );
  const ids = [hidden.strategy, hidden.token].reduce(
    (all, id) => all.replaceAll(id, NO_UUID),
    `${JSON.stringify(rest)}\n${text ?? ''}`,
  );
  return `${status} ${ids
    .replaceAll(SECRET, WORD)
    .replaceAll(/"id":"[0-9a-f-]{36}"/g, '"id":""')
    .replaceAll(new RegExp(`\\b(${hidden.segment}|${hidden.addon}|${NO_ID})\\b(?!:)`, 'g'), '#')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')}`;
}

async function send(api: Api, [method, url, body]: Request): Promise<Response> {
  if (method === 'get' || method === 'delete') return api[method](url);
  return api[method](url, body as object);
}

/** The differences between responses for hidden objects and for objects that do not exist. */
async function differences(api: Api, requests: (names: Names) => Request[]): Promise<string[]> {
  const [there, nowhere] = [requests(hidden), requests(absent)];
  const found: string[] = [];
  for (const [n, request] of nowhere.entries()) {
    if (!leadsThere(request, absent)) continue;
    const [one, other] = (
      await Promise.all([there[n]!, request].map((asked) => send(api, asked)))
    ).map(told);
    if (one !== other)
      found.push(
        `${request.slice(0, 2).join(' ')} ${JSON.stringify(request[2] ?? '')}\n  hidden ${one}\n  absent ${other}`,
      );
  }
  return found;
}

test.each([
  ['editor', (names: Names) => [...byPath(names), ...byContent(names)]],
  ['viewer', byContent],
  ['keeper', byContent],
])(
  'to the outsider %s a private project and what is in it are as what does not exist',
  async (outsider, requests) => {
    expect((await differences(scene.outsiders[outsider]!.api, requests)).join('\n')).toBe('');
  },
);

test('most of the compared requests are answered differently for callers who see the project', async () => {
  const all = byPath(absent).filter((request) => leadsThere(request, absent));
  expect(all.length).toBeGreaterThan(200);
  // Streams are left out, because they do not end for callers who may read them.
  const reads = (names: Names) =>
    byPath(names).filter(
      ([method, url]) => method === 'get' && url.includes('/projects/') && !url.endsWith('/stream'),
    );
  expect((await differences(scene.member.api, reads)).length).toBeGreaterThan(20);
});

describe('the values of tags of a private project', () => {
  const taggedWith = (value: string) => ({ type: 'simple', value });
  const values = async (api: Api): Promise<string[]> =>
    (await api.get(`${ADMIN}/tags/simple`).expect(200)).body.tags.map(
      (tag: { value: string }) => tag.value,
    );
  const events = async (api: Api, value: string): Promise<string[]> =>
    (
      await api.get(`${ADMIN}/search/events?query=${encodeURIComponent(value)}`).expect(200)
    ).body.events.map((one: { type: string }) => one.type);

  test('are shown only to users who see the project, also when no feature has them any more', async () => {
    const [editor, admin] = [scene.outsiders['editor']!.api, scene.service.api];
    expect(await values(scene.member.api)).toEqual(
      expect.arrayContaining([hidden.tag, 'tag of both']),
    );
    const seen = await values(editor);
    expect(seen).toContain('tag of both');
    expect(seen).not.toContain(hidden.tag);
    const left = `${SECRET} left`;
    await admin.post(`${ADMIN}/features/${hidden.feature}/tags`, taggedWith(left)).expect(201);
    await admin
      .delete(`${ADMIN}/features/${hidden.feature}/tags/simple/${encodeURIComponent(left)}`)
      .expect(200);
    expect(await values(editor)).not.toContain(left);
    expect(await events(editor, left)).toEqual([]);
    expect(await events(admin, left)).toContain('tag-created');
    await admin.delete(`${ADMIN}/tags/simple/${encodeURIComponent(left)}`).expect(200);
    expect(await events(editor, left)).toEqual([]);
  });

  test("can be created by others as if they were new, and are everybody's from then on", async () => {
    const editor = scene.outsiders['editor']!.api;
    const both = `${SECRET} coined twice`;
    await scene.service.api
      .post(`${ADMIN}/features/${hidden.feature}/tags`, taggedWith(both))
      .expect(201);
    await editor.post(`${ADMIN}/tags`, taggedWith(both)).expect(201);
    await editor.post(`${ADMIN}/tags`, taggedWith(both)).expect(409);
    expect(await values(editor)).toContain(both);
    const third = `${SECRET} put on`;
    await scene.service.api
      .post(`${ADMIN}/features/${hidden.feature}/tags`, taggedWith(third))
      .expect(201);
    await editor
      .post(`${ADMIN}/features/${scene.open.feature}/tags`, taggedWith(third))
      .expect(201);
    expect(await events(editor, third)).toEqual(
      expect.arrayContaining(['tag-created', 'feature-tagged']),
    );
  });
});
