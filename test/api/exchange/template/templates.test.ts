import { somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const TEMPLATES = '/api/admin/templates';
const PROJECTS = '/api/admin/projects';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const project = async (id = unique('source')): Promise<string> => {
  await service.api.post(PROJECTS, { id, name: id }).expect(201);
  return id;
};

/** A feature for the team blue, with a strategy in production, where it is on. */
async function feature(id: string, name = unique('blue')): Promise<string> {
  const path = `${PROJECTS}/${id}/features`;
  const tags = [{ type: 'simple', value: 'team-blue' }];
  await service.api.post(path, { name, description: 'Of blue', tags }).expect(201);
  const strategy = {
    ...{ name: 'flexibleRollout', parameters: { rollout: '25', stickiness: 'default' } },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['eu'] }],
  };
  await service.api
    .post(`${path}/${name}/environments/production/strategies`, strategy)
    .expect(200);
  await service.api.post(`${path}/${name}/environments/production/on`).expect(200);
  return name;
}

async function template(from: object, more: object = {}): Promise<number> {
  const body = { name: unique('template'), from, ...more };
  return (await service.api.post(TEMPLATES, body).expect(201)).body.id as number;
}

const use = (id: number, body: object, api = service.api) =>
  api.post(`${TEMPLATES}/${id}/use`, body);

test('a feature is made like another one, with parameters, and is off', async () => {
  const source = await project();
  const parameters = [{ name: 'team', description: 'Whose it is', preset: 'blue' }];
  const id = await template(
    { project: source, feature: await feature(source, 'checkout-1') },
    { parameters },
  );
  const [target, name] = [await project(), unique('made')];
  const happened = await recorder(service);
  const { body } = await use(id, { project: target, name, values: { team: 'red' } }).expect(200);
  expect(body).toEqual({ project: target, features: [name] });
  const { body: made } = await service.api
    .get(`${PROJECTS}/${target}/features/${name}`)
    .expect(200);
  expect(made).toMatchObject({
    description: 'Of red',
    tags: [{ type: 'simple', value: 'team-red' }],
  });
  const production = made.environments.find((one: { name: string }) => one.name === 'production');
  expect(production).toMatchObject({
    enabled: false,
    strategies: [{ name: 'flexibleRollout', parameters: { rollout: '25' } }],
  });
  const events = await happened();
  expect(events.at(-1)).toMatchObject({ type: 'template-used', project: target });
  expect(events.some(({ type }) => type === 'code-applied')).toBe(false);
  const { body: state } = await service.api
    .get('/api/admin/search/features')
    .query({ query: name })
    .expect(200);
  expect(JSON.stringify(state)).not.toContain('"managedBy"');
  await use(id, { project: target, name }).expect(409);
  await use(id, { project: target, name: unique(), values: { tem: 'x' } }).expect(400);
  await use(id, { project: target, name: 'not a name' }).expect(400);
  await use(id, { project: 'nowhere', name: unique() }).expect(404);
});

test('a project is made like another one, with its features and segments', async () => {
  const source = await project();
  const own = await feature(source, `${source}-basket`);
  const other = await feature(source);
  await service.api
    .post('/api/admin/segments', { name: `${source}-europe`, project: source, constraints: [] })
    .expect(201);
  const id = await template({ project: source });
  const target = unique('target');
  const preview = await use(id, { project: target, name: 'Target', dryRun: true }).expect(200);
  await service.api.get(`${PROJECTS}/${target}/overview`).expect(404);
  const { body } = await use(id, { project: target, name: 'Target' }).expect(200);
  expect(body).toEqual(preview.body);
  expect(body.features.sort()).toEqual([`${target}-${other}`, own.replace(source, target)].sort());
  const { body: overview } = await service.api.get(`${PROJECTS}/${target}/overview`).expect(200);
  expect(overview.name).toBe('Target');
  const { body: segments } = await service.api.get('/api/admin/segments').expect(200);
  expect(segments.segments).toContainEqual(
    expect.objectContaining({ name: `${target}-europe`, project: target }),
  );
  await use(id, { project: target, name: 'Target' }).expect(409);
});

test('templates are used with the permissions of the caller, and changed by editors', async () => {
  const source = await project();
  const id = await template({ project: source, feature: await feature(source) });
  const { api: viewer } = await somebody(service);
  await use(id, { project: source, name: unique() }, viewer).expect(403);
  await viewer.delete(`${TEMPLATES}/${id}`).expect(403);
  const { api: editor } = await somebody(service, 'Editor');
  await use(id, { project: source, name: unique() }, editor).expect(200);
  const hidden = unique('hidden');
  await service.api.post(PROJECTS, { id: hidden, name: hidden, mode: 'private' }).expect(201);
  await use(id, { project: hidden, name: unique() }, editor).expect(404);
  await editor.post(TEMPLATES, { name: 'x', from: { project: hidden } }).expect(404);
  await editor.delete(`${TEMPLATES}/${id}`).expect(204);
  await editor.get(`${TEMPLATES}/${id}`).expect(404);
});

test('a template is changed when it could still make something', async () => {
  const source = await project();
  const id = await template({ project: source, feature: await feature(source) });
  const path = `${TEMPLATES}/${id}`;
  const put = (body: object) => service.api.put(path, body);
  const { body } = await service.api.get(path).expect(200);
  expect(body).toMatchObject({ kind: 'feature', features: 1 });
  await put({
    content: { features: [{ name: '{{name}}', project: '{{project}}', tpye: 'x' }] },
  }).expect(400);
  await put({ content: { features: [{ name: 'a b', project: '{{project}}' }] } }).expect(400);
  const happened = await recorder(service);
  const content = { features: [{ name: 'op-{{name}}', project: '{{project}}', type: '{{kind}}' }] };
  await put({ content, parameters: [{ name: 'kind' }], description: 'ops' }).expect(200);
  await put({ description: 'ops' }).expect(200);
  expect((await happened()).map(({ type }) => type)).toEqual(['template-updated']);
  const name = unique();
  await use(id, { project: source, name }).expect(400);
  await use(id, { project: source, name, values: { kind: 'operational' } }).expect(200);
  const made = await service.api.get(`${PROJECTS}/${source}/features/op-${name}`).expect(200);
  expect(made.body.type).toBe('operational');
});

test('a template makes what it is for, where it is used, or nothing at all', async () => {
  const source = await project();
  const [target, other] = [await project(), await project()];
  const ofFeature = await template({ project: source, feature: await feature(source) });
  const ofProject = await template({ project: source });
  const one = { name: '{{name}}', project: '{{project}}' };
  const contents: [number, object][] = [
    [ofFeature, {}],
    [ofFeature, { features: [{ ...one, project: other }] }],
    [ofFeature, { features: [one, { ...one, name: '{{name}}-2' }] }],
    [ofProject, {}],
    [ofProject, { projects: [{ id: unique(), name: 'x' }] }],
  ];
  const { api: viewer } = await somebody(service);
  const happened = await recorder(service);
  for (const [id, content] of contents) {
    await service.api.put(`${TEMPLATES}/${id}`, { content }).expect(400);
    // As it could be stored before this was checked.
    const stored = [id, JSON.stringify(content)];
    await service.sql('UPDATE template SET content = $2 WHERE id = $1', stored);
    await use(id, { project: target, name: unique() }, viewer).expect(400);
  }
  expect(await happened()).toEqual([]);
});

test('names of templates are unique, and their parameters have names', async () => {
  const source = await project();
  const from = { project: source };
  const name = unique('template');
  await service.api.post(TEMPLATES, { name, from }).expect(201);
  await service.api.post(TEMPLATES, { name, from }).expect(409);
  for (const parameter of ['name', 'project', 'a b', ''])
    await service.api
      .post(TEMPLATES, { name: unique(), from, parameters: [{ name: parameter }] })
      .expect(400);
  await service.api
    .post(TEMPLATES, { name: unique(), from: { ...from, feature: 'unknown' } })
    .expect(404);
});

test('what is chosen is short, and what a template makes does not grow without end', async () => {
  const source = await project();
  const id = await template({ project: source, feature: await feature(source) });
  const description = '{{much}}'.repeat(5_000);
  const content = { features: [{ name: '{{name}}', project: '{{project}}', description }] };
  const parameters = [{ name: 'much' }];
  await service.api.put(`${TEMPLATES}/${id}`, { content, parameters }).expect(200);
  const making = (much: string) =>
    use(id, { project: source, name: unique(), values: { much }, dryRun: true });
  const { body: long } = await making('x'.repeat(501)).expect(400);
  expect(long.details).toMatchObject([{ path: '/body/values/much' }]);
  const { body: grown } = await making('x'.repeat(500)).expect(400);
  expect(grown.name).toBe('ExceedsLimitError');
  // In JSON, a control character takes six.
  const { body: written } = await making('\u0001'.repeat(40)).expect(400);
  expect(written.name).toBe('ExceedsLimitError');
  await making('x').expect(200);
});

test('presets are replaced all at once, and only in values', async () => {
  const source = await project();
  const name = unique('blue');
  const path = `${PROJECTS}/${source}/features`;
  await service.api.post(path, { name, description: 'a (b+) name' }).expect(201);
  const parameters = [
    { name: 'name-a', preset: 'a' },
    { name: 'b', preset: '(b+)' },
    { name: 'desc', preset: 'name' },
  ];
  const id = await template({ project: source, feature: name }, { parameters });
  const { body } = await service.api.get(`${TEMPLATES}/${id}`).expect(200);
  expect(body.content.features).toMatchObject([
    { name: '{{name}}', project: '{{project}}', description: '{{name-a}} {{b}} {{desc}}' },
  ]);
  const made = await use(id, { project: source, name: unique(), values: { b: '$&' } }).expect(200);
  const { body: feature } = await service.api.get(`${path}/${made.body.features[0]}`).expect(200);
  expect(feature.description).toBe('a $& name');
});

test('a parameter can have the name of what every object has', async () => {
  const source = await project();
  const parameters = [{ name: 'constructor' }];
  const from = { project: source, feature: await feature(source) };
  const id = await template(from, { parameters });
  const { body } = await use(id, { project: source, name: unique() }).expect(400);
  expect(body.details).toMatchObject([{ path: '/body/values/constructor' }]);
});
