import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { readable, type Shape, terraform } from './support.js';

const PROJECTS = '/api/admin/projects';
const ENVIRONMENTS = '/api/admin/environments';
const CONTEXT = '/api/admin/context';

// The provider does not expect `null` as description.
const PROJECT: Shape = {
  id: 'string',
  name: 'string',
  'description?': 'string',
  'mode?': 'string',
};
const ENVIRONMENT: Shape = {
  name: 'string',
  type: 'string',
  enabled: 'boolean',
  protected: 'boolean',
  sortOrder: 'integer',
};
const FIELD: Shape = {
  name: 'string',
  'description?null': 'string',
  'stickiness?': 'boolean',
  'sortOrder?': 'integer',
  'createdAt?null': 'time',
  'legalValues?': [{ value: 'string', 'description?': 'string' }],
};
const CONFIG: Shape = {
  environment: 'string',
  type: 'string',
  changeRequestEnabled: 'boolean',
  'requiredApprovals?null': 'number',
};

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = await terraform(service);
});
afterAll(() => service.stop());

const newProject = async (): Promise<string> => {
  const id = unique('project');
  await api.post(PROJECTS, { id, name: id, environments: [] }).expect(201);
  return id;
};

describe('unleash_project', () => {
  const listed = async (id: string): Promise<object | undefined> => {
    const { body } = await api.get(PROJECTS).expect(200);
    readable(body, { version: 'integer', projects: [PROJECT] });
    const found = body.projects.find((one: { id: string }) => one.id === id);
    return (
      found && {
        name: found.name,
        mode: found.mode,
        ...('description' in found ? { description: found.description } : {}),
      }
    );
  };

  test.each([
    ['a description', { description: 'What it is about' }],
    ['none', {}],
    ['an empty one', { description: '' }],
  ])('with %s is created, changed and deleted', async (_, properties) => {
    const id = unique('project');
    const created = await api
      .post(PROJECTS, { id, name: 'Shop', environments: [], ...properties })
      .expect(201);
    expect(readable(created.body, PROJECT)).toMatchObject({ id, name: 'Shop', ...properties });
    expect(created.body.environments).toEqual(['development', 'production']);
    await api.put(`${PROJECTS}/${id}/settings`, { mode: 'open' }).expect(200);
    expect(await listed(id)).toEqual({ name: 'Shop', mode: 'open', ...properties });

    const settings = {
      mode: 'protected',
      featureNaming: { pattern: 'shop-.+', example: null, description: null },
      linkTemplates: [{ title: null, urlTemplate: 'https://example.com/{{feature}}' }],
    };
    await api.put(`${PROJECTS}/${id}/settings`, settings).expect(200);
    await api.put(`${PROJECTS}/${id}`, { name: 'Shops', ...properties }).expect(200);
    expect(await listed(id)).toEqual({ name: 'Shops', mode: 'protected', ...properties });

    await api.delete(`${PROJECTS}/${id}`).expect(200);
    expect(await listed(id)).toBeUndefined();
  });
});

describe('unleash_environment', () => {
  test('is created, changed and deleted', async () => {
    const name = unique('environment');
    const created = await api.post(ENVIRONMENTS, { name, type: 'test' }).expect(201);
    expect(readable(created.body, ENVIRONMENT)).toMatchObject({ name, type: 'test' });
    const changed = await api
      .put(`${ENVIRONMENTS}/update/${name}`, { type: 'preproduction' })
      .expect(200);
    expect(readable(changed.body, ENVIRONMENT)).toMatchObject({ name, type: 'preproduction' });
    expect(
      readable((await api.get(`${ENVIRONMENTS}/${name}`).expect(200)).body, ENVIRONMENT),
    ).toMatchObject({
      name,
      type: 'preproduction',
    });
    await api.delete(`${ENVIRONMENTS}/${name}`).expect(200);
    await api.get(`${ENVIRONMENTS}/${name}`).expect(404);
  });
});

describe('unleash_project_environment', () => {
  test('is added and removed; one that the project has already is no error', async () => {
    const project = await newProject();
    const at = `${PROJECTS}/${project}/environments`;
    await api.post(at, { environment: 'development' }).expect(409);
    const listed = await api.get(`${ENVIRONMENTS}/project/${project}`).expect(200);
    readable(listed.body, { version: 'integer', environments: [ENVIRONMENT] });
    expect(listed.body.environments).toContainEqual(
      expect.objectContaining({ name: 'development' }),
    );
    await api.delete(`${at}/development`).expect(200);
    await api.post(at, { environment: 'development' }).expect(200);
  });

  test('is told which environments require approvals, and turns that on and off', async () => {
    const project = await newProject();
    const config = (environment: string): string =>
      `${PROJECTS}/${project}/environments/${environment}/change-requests/config`;
    const read = async (): Promise<Record<string, unknown>[]> => {
      const { body } = await api.get(`${PROJECTS}/${project}/change-requests/config`).expect(200);
      return body.map((one: object) => readable(one, CONFIG));
    };
    const off = { changeRequestEnabled: false, requiredApprovals: null };
    const development = { environment: 'development', type: 'development', ...off };
    expect(await read()).toEqual([
      development,
      { environment: 'production', type: 'production', ...off },
    ]);

    await api.put(config('development'), { changeRequestsEnabled: false }).expect(204);
    await api
      .put(config('production'), { changeRequestsEnabled: false, requiredApprovals: 0 })
      .expect(204);
    await api.delete(`${PROJECTS}/${project}/environments/production`).expect(200);
    expect(await read()).toEqual([development]);

    await api
      .put(config('development'), { changeRequestsEnabled: true, requiredApprovals: 2 })
      .expect(204);
    const on = { ...development, changeRequestEnabled: true, requiredApprovals: 2 };
    expect(await read()).toEqual([on]);
    await api
      .put(config('development'), { changeRequestsEnabled: true, requiredApprovals: 11 })
      .expect(400);
    await api
      .put(config('development'), { changeRequestsEnabled: true, requiredApprovals: 0 })
      .expect(400);
    await api.put(config('development'), { changeRequestsEnabled: true }).expect(204);
    expect(await read()).toEqual([on]);
    await api.put(config('development'), { changeRequestsEnabled: false }).expect(204);
    await api.put(config('development'), {}).expect(400);
    await api.put(config('production'), { changeRequestsEnabled: false }).expect(404);
    expect(await read()).toEqual([development]);

    await api.delete(`${PROJECTS}/${project}`).expect(200);
    await api.get(`${PROJECTS}/${project}/change-requests/config`).expect(404);
    await api.put(config('development'), { changeRequestsEnabled: false }).expect(404);
  });
});

describe('unleash_context_field', () => {
  const kept = async (name: string): Promise<object> => {
    const { body } = await api.get(`${CONTEXT}/${name}`).expect(200);
    readable(body, FIELD);
    return {
      description: body.description,
      stickiness: body.stickiness,
      legalValues: body.legalValues,
    };
  };

  test('is created, changed and deleted, its values in the order in which they were given', async () => {
    const name = unique('field');
    const planned = {
      description: 'A field',
      stickiness: true,
      legalValues: [{ value: 'z', description: 'last' }, { value: 'a' }],
    };
    const created = await api.post(CONTEXT, { name, ...planned }).expect(201);
    expect(readable(created.body, FIELD)).toMatchObject({ name, ...planned });
    expect(await kept(name)).toEqual(planned);
    const change = {
      ...planned,
      stickiness: false,
      legalValues: [{ value: 'm' }, { value: 'b', description: 'second' }],
    };
    await api.put(`${CONTEXT}/${name}`, change).expect(200);
    expect(await kept(name)).toEqual(change);
    await api
      .put(`${CONTEXT}/${name}`, { description: 'A field', stickiness: false, legalValues: [] })
      .expect(200);
    expect(await kept(name)).toEqual({
      description: 'A field',
      stickiness: false,
      legalValues: [],
    });
    await api.delete(`${CONTEXT}/${name}`).expect(200);
    await api.get(`${CONTEXT}/${name}`).expect(404);
  });
});
