import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OWNER_ROLE } from '../../../../src/core/auth/permissions/role-permissions.js';
import type { Api, Response } from '../../../support/api.js';
import { somebody } from '../../../support/grants.js';
import { OPEN, PrivateScene, SECRET } from '../../../support/private-scene.js';

const ADMIN = '/api/admin';
const { paths } = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};
/** All operations that read, without streams, which do not end and have separate tests. */
const templates = Object.keys(paths).filter(
  (template) =>
    template.startsWith(ADMIN) && paths[template]!['get'] && !template.endsWith('/stream'),
);

let scene: PrivateScene;
beforeAll(async () => {
  scene = await PrivateScene.start();
}, 60_000);
afterAll(() => scene.stop());

/** Values of a path parameter that could lead to the private project. */
function candidates(parameter: string, template: string): string[] {
  const { project, feature, child, archived, deleted, strategy, application, contextField } =
    scene.hidden;
  if (parameter === 'projectId') return [project, scene.open.project];
  if (
    ['featureName', 'child', 'parent'].includes(parameter) ||
    (parameter === 'name' && template.includes('/features/'))
  )
    return [feature, child, archived, deleted, scene.open.feature];
  if (parameter === 'environment') return ['development'];
  if (parameter === 'strategyId') return [strategy];
  if (parameter === 'appName') return [application, scene.open.application];
  if (parameter === 'id') return [String(idIn(template))];
  if (parameter === 'contextField') return ['userId', contextField];
  if (parameter === 'type') return ['simple'];
  if (parameter === 'value') return ['tag of one'];
  if (parameter === 'name') return ['development', 'default', `${SECRET} token`, 'of both'];
  return ['nosuch'];
}

/** The id of the object that a path is about. */
function idIn(template: string): number {
  const { addon, changeRequest, schedule, segment } = scene.hidden;
  if (template.includes('/addons/')) return addon;
  if (template.includes('/change-requests/')) return changeRequest;
  return template.includes('/schedules/') ? schedule : segment;
}

/** A path with every combination of values of its parameters. */
function filled(template: string): string[] {
  const parameter = /\{(\w+)\}/.exec(template);
  if (!parameter) return [template];
  return candidates(parameter[1]!, template).flatMap((value) =>
    filled(template.replace(parameter[0], encodeURIComponent(value))),
  );
}

/** Requests that could find something by more than their path. */
function searches(): string[] {
  const { project, feature, application } = scene.hidden;
  return [
    ...[
      '',
      `query=${SECRET}`,
      `project=IS:${project}`,
      `project=IS_ANY_OF:${project},${scene.open.project}`,
      'archived=IS:true',
    ].map((q) => `/search/features?${q}`),
    ...[
      'tag=INCLUDE:simple:tag of one',
      `segment=INCLUDE:${SECRET} segment`,
      'sortBy=name',
      'limit=1',
    ].map((q) => `/search/features?${q}`),
    ...[
      '',
      `query=${SECRET}`,
      `project=IS:${project}`,
      `feature=IS:${feature}`,
      'environment=IS:development',
      'type=IS:features-exported',
    ].map((q) => `/search/events?${q}`),
    ...[
      'type=IS_ANY_OF:feature-favorited,segment-updated,api-token-created',
      'limit=1000',
      `createdBy=IS:${scene.member.id}`,
    ].map((q) => `/search/events?${q}`),
    ...[`project=${project}`, ''].map((q) => `/events?${q}`),
    '/projects?archived=true',
    `/search/change-requests?createdBy=IS:${scene.member.id}`,
    '/search/change-requests?state=IS:open',
    `/schedules?state=open&environment=production`,
    `/metrics/applications?query=${SECRET}`,
    `/metrics/applications?query=${application}`,
    `/user/roles?projectId=${project}`,
  ].map((one) => `${ADMIN}${one}`);
}

/** All reads that could lead to the private project. */
const questions = (): string[] => [...templates.flatMap(filled), ...searches()];

/** The body without the requested names, which a response may repeat. */
function withoutAsked(url: string, { text }: Response): string {
  const asked = decodeURIComponent(url)
    .split(/[/?&=:,]/)
    .filter((part) => part.includes(SECRET));
  return asked
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, 'nobody'), text ?? '');
}

const outsiders = ['editor', 'viewer', 'keeper'];

describe.each(outsiders)('to the outsider %s', (outsider) => {
  let api: Api;
  beforeAll(() => {
    api = scene.outsiders[outsider]!.api;
  });

  test('no answer to any question holds anything of the private project', async () => {
    const telling: string[] = [];
    for (const url of questions())
      if (withoutAsked(url, await api.get(url)).includes(SECRET)) telling.push(url);
    expect(telling).toEqual([]);
  }, 60_000);

  test('what is asked for by name is as what does not exist', async () => {
    for (const url of questions().filter((one) => one.includes(SECRET))) {
      const unknown = url
        .replaceAll(SECRET, 'nobody')
        .replaceAll(scene.hidden.strategy, '00000000-0000-4000-8000-000000000000');
      const [hidden, nobody] = [await api.get(url), await api.get(unknown)];
      expect([url, hidden.status, hidden.body.name]).toEqual([
        url,
        nobody.status,
        nobody.body.name,
      ]);
      if (hidden.status === 200)
        expect([url, hidden.text.replaceAll(SECRET, 'nobody')]).toEqual([url, nobody.text]);
    }
  }, 60_000);
});

test('members and administrators find the private project everywhere', async () => {
  const expected = [
    '/projects',
    '/archive/features',
    '/search/features',
    '/search/events',
    '/segments',
    '/user/profile',
    '/addons',
    '/metrics/unknown-flags',
    '/schedules',
    '/search/change-requests',
    '/insights',
  ];
  for (const api of [scene.member.api, scene.service.api])
    for (const url of [
      ...expected,
      `/projects/${scene.hidden.project}/features`,
      `/projects/${scene.hidden.project}/change-requests/${scene.hidden.changeRequest}`,
      `/metrics/applications/${scene.hidden.application}`,
      `/projects/${scene.hidden.project}/code-references`,
      `/projects/${scene.hidden.project}/features/${scene.hidden.feature}/code-references`,
    ].map((one) => `${ADMIN}${one}`)) {
      if (url.endsWith('profile') && api !== scene.member.api) continue;
      const { text } = await api.get(url).expect(200);
      expect([url, text.includes(SECRET), text.includes(OPEN)]).toEqual([
        url,
        true,
        !url.includes(SECRET),
      ]);
    }
});

test('the questions do lead there: to whoever administers, most kinds of them tell of the project', async () => {
  const telling = new Set<string>();
  for (const template of templates)
    for (const url of filled(template))
      if (withoutAsked(url, await scene.service.api.get(url)).includes(SECRET))
        telling.add(template);
  expect(telling.size).toBeGreaterThan(30);
}, 60_000);

test('counts of things that projects share leave out hidden projects', async () => {
  const { editor } = scene.outsiders;
  const read = async (url: string, api: Api) => (await api.get(`${ADMIN}${url}`).expect(200)).body;
  const field = async (api: Api) =>
    (await read('/context', api)).find((one: { name: string }) => one.name === 'userId');
  expect(await field(editor!.api)).toMatchObject({ usedInProjects: 1, usedInFeatures: 1 });
  expect(await field(scene.service.api)).toMatchObject({ usedInProjects: 2, usedInFeatures: 2 });
  const development = async (api: Api) =>
    (await read('/environments', api)).environments.find(
      (one: { name: string }) => one.name === 'development',
    );
  const [seen, all] = [await development(editor!.api), await development(scene.service.api)];
  expect([
    all.projectCount - seen.projectCount,
    all.enabledToggleCount - seen.enabledToggleCount,
    all.apiTokenCount - seen.apiTokenCount,
  ]).toEqual([1, 1, 2]);
});

test('the total of a search is the number of the events that it finds', async () => {
  const filters = [
    '',
    'environment=IS:development',
    'type=IS:feature-created',
    'type=IS:feature-favorited',
    'type=IS:api-token-created',
    `createdBy=IS:${scene.member.id}`,
  ];
  const projects = `project=IS_ANY_OF:${scene.hidden.project},${scene.open.project}`;
  const count = async (api: Api, filter: string): Promise<number> => {
    const { body } = await api.get(`${ADMIN}/search/events?limit=1000&${filter}`).expect(200);
    expect([filter, body.total]).toEqual([filter, body.events.length]);
    return body.total as number;
  };
  for (const filter of [
    ...filters,
    projects,
    `${projects}&type=IS:feature-created`,
    `query=feature`,
  ]) {
    const [seen, all] = [
      await count(scene.outsiders['editor']!.api, filter),
      await count(scene.service.api, filter),
    ];
    expect([filter, seen < all]).toEqual([filter, true]);
    await scene.service.sql('SELECT advance_event_tally()');
    expect(await count(scene.outsiders['editor']!.api, filter)).toBe(seen);
  }
});

test('users who acted only in the private project are not listed as authors of events', async () => {
  const { api: recluse, id } = await somebody(scene.service, 'Viewer', {
    [scene.hidden.project]: OWNER_ROLE,
  });
  const features = `${ADMIN}/projects/${scene.hidden.project}/features`;
  await recluse.post(features, { name: `${SECRET}-own` }).expect(201);
  await recluse.post(`${features}/${SECRET}-own/favorites`).expect(200);
  const ids = async (api: Api): Promise<number[]> =>
    (await api.get(`${ADMIN}/event-creators`).expect(200)).body.map(
      (one: { id: number }) => one.id,
    );
  for (const advance of [false, true]) {
    if (advance) await scene.service.sql('SELECT advance_event_tally()');
    expect(await ids(scene.outsiders['editor']!.api)).not.toContain(id);
    expect(await ids(scene.outsiders['editor']!.api)).toContain(scene.member.id);
    expect(await ids(scene.member.api)).toContain(id);
  }
});
