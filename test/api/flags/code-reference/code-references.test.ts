import { give, MEMBER, OWNER, somebody } from '../../../support/access.js';
import type { Api, HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const PROJECTS = '/api/admin/projects';
const pathOf = (project: string): string => `${PROJECTS}/${project}/code-references`;
const TEMPLATE = 'https://git.example.com/shop/blob/{{revision}}/{{file}}#L{{line}}';

interface Reference {
  feature: string;
  file: string;
  line: number;
}

const send = (
  project: string,
  references: readonly Reference[],
  more: object = {},
  api: Api = service.api,
): HttpCall =>
  api.put(pathOf(project), {
    ...{ repository: 'acme/shop', revision: 'abc123', urlTemplate: TEMPLATE },
    ...{ references, ...more },
  });

/** A project with a feature. */
async function scene(): Promise<{ project: string; feature: string; ofFeature: string }> {
  const project = await service.given.project();
  const feature = unique();
  await service.api.post(`${PROJECTS}/${project}/features`, { name: feature }).expect(201);
  const ofFeature = `${PROJECTS}/${project}/features/${feature}/code-references`;
  return { project, feature, ofFeature };
}

const typesOf = async (project: string): Promise<string[]> => {
  const { body } = await service.api.get(`/api/admin/events?project=${project}`).expect(200);
  return (body.events as { type: string }[])
    .map(({ type }) => type)
    .filter((type) => type.startsWith('code-'));
};

test('a feature shows the lines that name it, with links to the revision', async () => {
  const { project, feature, ofFeature } = await scene();
  const { body: empty } = await service.api.get(ofFeature).expect(200);
  expect(empty).toEqual({ total: 0, repositories: [] });

  const { body } = await send(project, [
    { feature, file: 'src/a b/shop.ts', line: 12 },
    { feature, file: 'src/cart.ts', line: 3 },
  ]).expect(200);

  expect(body).toEqual({
    ...{ id: expect.any(Number), name: 'acme/shop', revision: 'abc123', complete: true },
    ...{ scannedAt: expect.any(String), referenceCount: 2, featureCount: 1, added: 2, removed: 0 },
  });
  const { body: shown } = await service.api.get(ofFeature).expect(200);
  expect(shown.total).toBe(2);
  expect(shown.repositories[0].references).toEqual([
    {
      ...{ file: 'src/a b/shop.ts', line: 12 },
      url: 'https://git.example.com/shop/blob/abc123/src/a%20b/shop.ts#L12',
    },
    {
      ...{ file: 'src/cart.ts', line: 3 },
      url: 'https://git.example.com/shop/blob/abc123/src/cart.ts#L3',
    },
  ]);
});

test('a scan replaces the one before, and an event tells what has changed', async () => {
  const { project, feature, ofFeature } = await scene();
  const [one, two, three] = [1, 2, 3].map((line) => ({ feature, file: 'a.ts', line }));
  await send(project, [one!, two!]).expect(200);
  const same = await send(project, [two!, one!], { revision: 'def456' }).expect(200);
  expect(same.body).toMatchObject({ revision: 'def456', added: 0, removed: 0 });
  expect(await typesOf(project)).toEqual(['code-references-updated']);

  const { body } = await send(project, [two!, three!, three!]).expect(200);
  expect(body).toMatchObject({ added: 1, removed: 1, referenceCount: 2 });
  const { body: events } = await service.api.get(`/api/admin/events?project=${project}`);
  expect(events.events[0]).toMatchObject({
    type: 'code-references-updated',
    data: { repository: 'acme/shop', revision: 'abc123', referenceCount: 2, added: 1, removed: 1 },
  });
  const { body: shown } = await service.api.get(ofFeature).expect(200);
  expect(shown.repositories[0].references.map(({ line }: Reference) => line)).toEqual([2, 3]);
  // Scans at the same time leave the references of one of them.
  const scans = [1, 2, 3, 4].map((count) =>
    send(
      project,
      Array.from({ length: count }, (_, n) => ({ feature, file: `${count}.ts`, line: n + 1 })),
    ).expect(200),
  );
  await Promise.all(scans);
  const { body: last } = await service.api.get(ofFeature).expect(200);
  const files = last.repositories[0].references.map(({ file }: Reference) => file) as string[];
  expect(new Set(files).size).toBe(1);
  expect(files).toHaveLength(Number(files[0]![0]));
});

test('another address of lines, and a scan that is not complete any more, are recorded', async () => {
  const { project, feature } = await scene();
  const lines = [{ feature, file: 'a.ts', line: 1 }];
  await send(project, lines).expect(200);
  const urlTemplate = 'https://other.example.com/{{file}}';
  for (const more of [{ urlTemplate }, { urlTemplate }, { urlTemplate, complete: false }])
    await send(project, lines, more).expect(200);
  const { body } = await service.api.get(`/api/admin/events?project=${project}`).expect(200);

  expect(
    (body.events as { type: string; data: object }[])
      .filter(({ type }) => type === 'code-references-updated')
      .map(({ data }) => data),
  ).toMatchObject([
    { urlTemplate, complete: false, added: 0, removed: 0 },
    { urlTemplate, complete: true, added: 0, removed: 0 },
    { urlTemplate: TEMPLATE, complete: true, added: 1 },
  ]);
});

test('a project shows what no code names, and what code names that is archived or gone', async () => {
  const { project, feature } = await scene();
  const [unused, archived, gone] = [unique(), unique(), unique()];
  const features = `${PROJECTS}/${project}/features`;
  for (const name of [unused, archived, gone]) await service.api.post(features, { name });
  const { body: before } = await service.api.get(pathOf(project)).expect(200);
  expect(before).toMatchObject({ repositories: [], unreferenced: [], unreferencedTotal: 0 });

  await send(project, [
    { feature, file: 'a.ts', line: 1 },
    { feature: archived, file: 'a.ts', line: 2 },
    { feature: gone, file: 'a.ts', line: 3 },
  ]).expect(200);
  for (const name of [archived, gone]) await service.api.delete(`${features}/${name}`).expect(202);
  await service.api.delete(`/api/admin/archive/${gone}`).expect(200);

  const { body } = await service.api.get(pathOf(project)).expect(200);
  expect(body).toMatchObject({
    repositories: [{ name: 'acme/shop', referenceCount: 3, featureCount: 3 }],
    ...{ unreferenced: [unused], unreferencedTotal: 1, obsoleteTotal: 2 },
  });
  const obsolete = body.obsolete as { feature: string }[];
  expect(obsolete.sort((a, b) => (a.feature === archived ? -1 : b.feature ? 1 : 0))).toMatchObject([
    { feature: archived, reason: 'archived', repository: 'acme/shop', file: 'a.ts', line: 2 },
    { feature: gone, reason: 'unknown', line: 3, url: expect.stringContaining('#L3') },
  ]);
});

test('a repository is forgotten with its references', async () => {
  const { project, feature, ofFeature } = await scene();
  const { body } = await send(project, [{ feature, file: 'a.ts', line: 1 }]).expect(200);
  await service.api.delete(`${pathOf(project)}/${body.id}`).expect(204);
  await service.api.delete(`${pathOf(project)}/${body.id}`).expect(404);
  expect((await service.api.get(ofFeature).expect(200)).body.total).toBe(0);
  expect(await typesOf(project)).toEqual(['code-references-removed', 'code-references-updated']);
});

test.each([
  ['a file outside of the repository', { file: '../secret.ts' }],
  ['a file with an empty part', { file: 'a//b.ts' }],
  ['an absolute file', { file: '/etc/passwd' }],
  ['a file with a line break', { file: 'a\nb' }],
  ['a line before the first', { line: 0 }],
  ['a name that no feature can have', { feature: 'a b' }],
])('%s is refused', async (_, more) => {
  const { project, feature } = await scene();
  await send(project, [{ feature, file: 'a.ts', line: 1, ...more }]).expect(400);
});

test.each([
  'http://git.example.com/{{file}}',
  'javascript:alert(1)//{{file}}',
  'https://{{file}}/a',
  'https://user@git.example.com/{{file}}',
  'https://git.example.com',
])('%s is no address of lines', async (urlTemplate) => {
  const { project } = await scene();
  await send(project, [], { urlTemplate }).expect(400);
});

test('there are limits to references and repositories', async () => {
  const { project, feature } = await scene();
  const many = Array.from({ length: 5_001 }, (_, line) => ({ feature, file: 'a', line: line + 1 }));
  await send(project, many).expect(400);
  const { body } = await send(project, many.slice(1)).expect(200);
  expect(body.referenceCount).toBe(5_000);
  const ofFeature = `${PROJECTS}/${project}/features/${feature}/code-references`;
  const { body: shown } = await service.api.get(ofFeature).expect(200);
  expect(shown.total).toBe(5_000);
  expect(shown.repositories[0].references).toHaveLength(1_000);
  for (let n = 1; n < 50; n++) await send(project, [], { repository: `r${n}` }).expect(200);
  const refused = await send(project, [], { repository: 'r50' }).expect(400);
  expect(refused.body.message).toContain('at most 50 repositories');
  await send(project, [], { repository: 'r49' }).expect(200);
});

test('members may send them, others may not, and a private project stays private', async () => {
  const { project, feature, ofFeature } = await scene();
  const [owner, viewer] = [await somebody(service), await somebody(service)];
  await give(service, project, [OWNER, MEMBER], { users: [owner.id] });
  const references = [{ feature, file: 'a.ts', line: 1 }];
  await send(project, references, {}, owner.api).expect(200);
  await send(project, references, {}, viewer.api).expect(403);
  await viewer.api.get(ofFeature).expect(200);

  const { body } = await service.api.get(`${PROJECTS}/${project}`).expect(200);
  const settings = { name: body.name as string, mode: 'private' };
  await service.api.put(`${PROJECTS}/${project}`, settings).expect(200);
  for (const path of [ofFeature, pathOf(project)]) await viewer.api.get(path).expect(404);
  await owner.api.get(ofFeature).expect(200);
});
