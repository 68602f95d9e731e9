import { give, MEMBER, somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import type { Body } from '../../serving/client/support.js';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
afterAll(() => service.stop());

const PROJECTS = '/api/admin/projects';
const pathIn = (project: string): string => `${PROJECTS}/${project}/context`;
const constraintOn = (contextName: string, value = 'a') => ({
  contextName,
  operator: 'IN',
  values: [value],
});

/** A project with a context field. */
async function scene(properties: object = {}): Promise<{ project: string; field: string }> {
  const [project, field] = [await service.given.project(), unique('field')];
  const body = { name: field, legalValues: [{ value: 'a' }], ...properties };
  await service.api.post(pathIn(project), body).expect(201);
  return { project, field };
}

/** A feature of the project. @returns The path of its strategies in development. */
async function strategiesIn(project: string): Promise<{ feature: string; path: string }> {
  const feature = unique();
  await service.api.post(`${PROJECTS}/${project}/features`, { name: feature }).expect(201);
  const at = `${PROJECTS}/${project}/features/${feature}`;
  return { feature, path: `${at}/environments/development/strategies` };
}

const namesOf = (body: Body[]): string[] => body.map(({ name }) => name as string);
const eventsOf = (project: string) =>
  service.sql(
    `SELECT type, project, data ->> 'name' AS name FROM event
      WHERE project = $1 AND type LIKE 'context-field-%' ORDER BY id`,
    [project],
  );

test('a project can have context fields of its own, with all that others have', async () => {
  const { project, field } = await scene({ description: 'Ours' });
  const path = `${pathIn(project)}/${field}`;
  const { body } = await service.api.get(path).expect(200);
  expect(body).toMatchObject({ name: field, description: 'Ours', project });
  await service.api
    .put(path, { stickiness: true, legalValues: [{ value: 'b' }], project })
    .expect(200);
  await service.api.post(`${path}/legal-values`, { value: 'c' }).expect(200);
  await service.api.delete(`${path}/legal-values/b`).expect(200);
  expect((await service.api.get(path).expect(200)).body).toMatchObject({
    description: 'Ours',
    stickiness: true,
    legalValues: [{ value: 'c' }],
  });
  await service.api.delete(path).expect(200);
  await service.api.get(path).expect(404);
  expect(await eventsOf(project)).toMatchObject([
    { type: 'context-field-created', name: field },
    { type: 'context-field-updated', name: field },
    { type: 'context-field-updated', name: field },
    { type: 'context-field-updated', name: field },
    { type: 'context-field-deleted' },
  ]);
});

test('lists have the fields of the project, and on request those of all, and vice versa', async () => {
  const { project, field } = await scene();
  const other = await scene();
  const list = async (path: string): Promise<string[]> =>
    namesOf((await service.api.get(path).expect(200)).body);
  expect(await list(pathIn(project))).toEqual([field]);
  expect(await list(`${pathIn(project)}?include=root`)).toEqual(
    expect.arrayContaining([field, 'userId']),
  );
  expect(await list(`${pathIn(project)}?include=root`)).not.toContain(other.field);
  expect(await list('/api/admin/context')).not.toContain(field);
  expect(await list('/api/admin/context?include=project')).toEqual(
    expect.arrayContaining([field, other.field, 'userId']),
  );
});

test('only strategies, default strategies and segments of the project can use it', async () => {
  const { project, field } = await scene();
  const { project: elsewhere } = await scene();
  const constraints = [constraintOn(field)];
  const own = await strategiesIn(project);
  const foreign = await strategiesIn(elsewhere);
  await service.api.post(own.path, { name: 'default', constraints }).expect(200);
  const illegal = [constraintOn(field, 'z')];
  await service.api.post(own.path, { name: 'default', constraints: illegal }).expect(400);
  await service.api.post(foreign.path, { name: 'default', constraints }).expect(404);
  const preset = (one: string) =>
    service.api.post(`${PROJECTS}/${one}/environments/development/default-strategy`, {
      name: 'flexibleRollout',
      constraints,
    });
  await preset(project).expect(200);
  await preset(elsewhere).expect(404);
  const segment = (of: string | null) =>
    service.api.post('/api/admin/segments', {
      name: unique('segment'),
      constraints,
      ...(of ? { project: of } : {}),
    });
  const { body } = await segment(project).expect(201);
  await segment(elsewhere).expect(400);
  await segment(null).expect(400);
  // A segment that uses it cannot become global.
  await service.api
    .put(`/api/admin/segments/${body.id}`, { name: body.name, constraints, project: null })
    .expect(400);
  const { body: used } = await service.api.delete(`${pathIn(project)}/${field}`).expect(409);
  expect(used.message).toContain(own.feature);
});

test('names are unique in the instance, and fields stay where they are', async () => {
  const { project, field } = await scene();
  const other = await service.given.project();
  await service.api.post(pathIn(other), { name: field }).expect(409);
  await service.api.post('/api/admin/context', { name: field }).expect(409);
  await service.api.post(`${pathIn(other)}/validate`, { name: field }).expect(409);
  await service.api.post(`${pathIn(other)}/validate`, { name: unique('free') }).expect(200);
  await service.api.post(pathIn(other), { name: 'userId' }).expect(409);
  await service.api.post(pathIn(other), { name: unique('x'), project }).expect(400);
  await service.api.put(`${pathIn(project)}/${field}`, { project: other }).expect(400);
  for (const path of [`${pathIn(other)}/${field}`, `/api/admin/context/${field}`]) {
    await service.api.get(path).expect(404);
    await service.api.put(path, {}).expect(404);
    await service.api.delete(path).expect(404);
    await service.api.post(`${path}/legal-values`, { value: 'x' }).expect(404);
  }
  await service.api.get(`${pathIn(project)}/userId`).expect(404);
  await service.api.delete(`${pathIn(project)}/userId`).expect(404);
});

test('members of the project manage them, and nobody else learns of those of a private one', async () => {
  const project = await service.given.project({ mode: 'private' });
  const [member, outsider] = [await somebody(service), await somebody(service)];
  await give(service, project, [MEMBER], { users: [member.id] });
  const field = unique('field');
  await member.api.post(pathIn(project), { name: field }).expect(201);
  await member.api.put(`${pathIn(project)}/${field}`, { description: 'x' }).expect(200);
  await outsider.api.get(pathIn(project)).expect(404);
  await outsider.api.get(`${pathIn(project)}/${field}`).expect(404);
  const { body } = await outsider.api.get('/api/admin/context?include=project').expect(200);
  expect(namesOf(body)).not.toContain(field);
  const { body: log } = await outsider.api.get('/api/admin/search/events?limit=1000').expect(200);
  expect(JSON.stringify(log)).not.toContain(field);
  await member.api.delete(`${pathIn(project)}/${field}`).expect(200);
  const open = await scene();
  await outsider.api.delete(`${pathIn(open.project)}/${open.field}`).expect(403);
});

test('a feature that uses one cannot move to another project', async () => {
  const { project, field } = await scene();
  const to = await service.given.project();
  const { feature, path } = await strategiesIn(project);
  const { body: strategy } = await service.api
    .post(path, { name: 'default', constraints: [constraintOn(field)] })
    .expect(200);
  const move = () =>
    service.api.post(`${PROJECTS}/${project}/features/${feature}/changeProject`, {
      newProjectId: to,
    });
  expect((await move().expect(400)).body.message).toContain(field);
  await service.api.delete(`${path}/${strategy.id}`).expect(200);
  await move().expect(200);
});

test('a project can have 100, also when they are created at the same time', async () => {
  const project = await service.given.project();
  await service.sql(
    `INSERT INTO context_field (name, project) SELECT $1 || n, $1 FROM generate_series(1, 98) n`,
    [project],
  );
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => service.api.post(pathIn(project), { name: unique('more') })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
});

test('they are deleted with their project', async () => {
  const { project, field } = await scene();
  await service.api.post(`${PROJECTS}/archive/${project}`).expect(200);
  await service.api.delete(`${PROJECTS}/${project}`).expect(200);
  await service.api.post('/api/admin/context', { name: field }).expect(201);
});

test('an import uses those of its project, and names those of others', async () => {
  const { project, field } = await scene();
  const other = await service.given.project();
  const { feature, path } = await strategiesIn(project);
  await service.api.post(path, { name: 'default', constraints: [constraintOn(field)] }).expect(200);
  const { body: data } = await service.api
    .post('/api/admin/features-batch/export', { environment: 'development', features: [feature] })
    .expect(200);
  const given = { environment: 'development', data };
  await service.api.post('/api/admin/features-batch/import', { ...given, project }).expect(200);
  const { body } = await service.api
    .post('/api/admin/features-batch/validate', { ...given, project: other })
    .expect(200);
  expect(JSON.stringify(body.errors)).toContain('belong to another project');
  expect(JSON.stringify(body.errors)).toContain(field);
});

test('changes of a context field of a project are undone', async () => {
  const { project, field } = await scene({ description: 'Before' });
  const path = `${pathIn(project)}/${field}`;
  await service.api.put(path, { description: 'After' }).expect(200);
  const undoLatest = async (): Promise<void> => {
    const [event] = await service.sql<{ id: string }>(
      'SELECT max(id) AS id FROM event WHERE project = $1',
      [project],
    );
    await service.api.post(`/api/admin/events/${event!.id}/undo`).expect(200);
  };
  await undoLatest();
  expect((await service.api.get(path).expect(200)).body).toMatchObject({
    description: 'Before',
    legalValues: [{ value: 'a' }],
  });
  await service.api.delete(path).expect(200);
  await undoLatest();
  expect((await service.api.get(path).expect(200)).body).toMatchObject({ project });
});
