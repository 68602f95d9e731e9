import { give, role, type SignedIn, somebody } from '../../../support/access.js';
import type { Api, HttpCall } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ChangeRequestScene;
let feature: string;
let strategy: string;
let segment: number;

const strategyOf = (segments: number[] = []) => ({
  name: 'flexibleRollout',
  parameters: {},
  constraints: [],
  segments,
});
const constraints = (value: string) => [{ contextName: 'userId', operator: 'IN', values: [value] }];

beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
  await scene.require(null);
  feature = await scene.feature();
  const { body: made } = await service.api
    .post('/api/admin/segments', { name: unique('segment'), constraints: constraints('a') })
    .expect(201);
  segment = made.id;
  const { body } = await service.api
    .post(`${scene.at(feature, 'production')}/strategies`, strategyOf([segment]))
    .expect(200);
  strategy = body.id;
  await service.api.put(`${scene.at(feature)}/variants`, VARIANTS).expect(200);
  await service.api.post(`${scene.at(feature, 'production')}/on`).expect(200);
  await scene.require(1);
});
afterAll(() => service.stop());

const VARIANTS = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }];
const project = (): string => `/api/admin/projects/${scene.project}`;
const place = (): string => scene.at(feature, 'production');

/** The state of everything in the project that can be changed. */
async function state(): Promise<unknown> {
  const [features, read, events, segments] = await Promise.all([
    service.api.get(`${project()}/features`),
    service.api.get(scene.at(feature)),
    scene.events(100),
    service.api.get(`/api/admin/segments/${segment}`),
  ]);
  return [features.body, read.body, events.length, segments.body];
}

const DIRECT: Record<string, (api: Api) => HttpCall> = {
  'turning off': (api) => api.post(`${place()}/off`),
  'turning off with a guard': (api) => api.post(`${place()}/off?guard=warn`),
  'turning several off': (api) =>
    api.post(`${project()}/bulk_features/environments/production/off`, { features: [feature] }),
  'adding a strategy': (api) => api.post(`${place()}/strategies`, strategyOf()),
  'changing a strategy': (api) => api.put(`${place()}/strategies/${strategy}`, strategyOf()),
  'patching a strategy': (api) =>
    api.patch(`${place()}/strategies/${strategy}`, [{ op: 'replace', path: '/title', value: 'x' }]),
  'deleting a strategy': (api) => api.delete(`${place()}/strategies/${strategy}`),
  'changing the variants of the environment': (api) => api.put(`${place()}/variants`, []),
  'changing the variants of all environments': (api) =>
    api.put(`${scene.at(feature)}/variants`, []),
  archiving: (api) => api.delete(scene.at(feature)),
  'archiving several': (api) => api.post(`${project()}/archive`, { features: [feature] }),
  'removing the environment': (api) => api.delete(`${project()}/environments/production`),
  'changing the segments of a strategy': (api) =>
    api.post('/api/admin/segments/strategies', {
      projectId: scene.project,
      strategyId: strategy,
      environmentId: 'production',
      segmentIds: [],
    }),
  'changing a segment that is used there': (api) =>
    api.put(`/api/admin/segments/${segment}`, { name: 'x', constraints: constraints('b') }),
};

describe('an environment that requires approvals', () => {
  test.each(Object.keys(DIRECT))('refuses %s, also by administrators', async (what) => {
    const before = await state();
    const { body } = await DIRECT[what]!(service.api).expect(403);
    expect(body).toMatchObject({ name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] });
    expect(body.message).toContain(`the environment "production" of the project`);
    expect(body.message).toContain('change-requests');
    const proposeIn = { project: scene.project, environment: 'production' };
    // A change request cannot remove an environment.
    expect(body.proposeIn).toEqual(what === 'removing the environment' ? undefined : proposeIn);
    expect(await state()).toEqual(before);
  });

  test('refuses turning on, adding a dependency, undoing and importing', async () => {
    const other = await scene.feature();
    const before = await state();
    await service.api.post(`${scene.at(other, 'production')}/on`).expect(403);
    await service.api
      .post(`${project()}/bulk_features/environments/production/on`, { features: [other] })
      .expect(403);
    await service.api.post(`${scene.at(other)}/dependencies`, { feature }).expect(403);
    const { body: found } = await service.api
      .get(`/api/admin/search/events?feature=IS:${feature}&type=IS:feature-environment-enabled`)
      .expect(200);
    await service.api.post(`/api/admin/events/${found.events[0].id}/undo`).expect(403);
    const { body: data } = await service.api
      .post('/api/admin/features-batch/export', { environment: 'production', features: [feature] })
      .expect(200);
    const changed = { ...data.featureStrategies[0], title: 'imported', segments: [] };
    const imports = { ...data, featureStrategies: [changed], segments: [] };
    const imported = await service.api.post('/api/admin/features-batch/import', {
      project: scene.project,
      environment: 'production',
      data: imports,
    });
    expect(imported.body).toMatchObject({ name: 'PermissionError' });
    expect(imported.status).toBe(403);
    expect(await state()).toEqual(before);
    expect(await scene.isOn(other)).toBe(false);
  });

  test('allows what changes nothing there', async () => {
    const other = await scene.feature();
    await service.api.post(`${scene.at(other, 'development')}/on`).expect(200);
    await service.api.post(`${scene.at(other, 'production')}/off`).expect(200);
    await service.api.post(`${place()}/on`).expect(200);
    const path = `${scene.at(feature)}/clone`;
    const clone = await service.api.post(path, { name: unique() }).expect(201);
    expect(await scene.isOn(clone.body.name)).toBe(false);
    const { body } = await service.api.get(`/api/admin/segments/${segment}`).expect(200);
    const renamed = { name: unique('segment'), constraints: body.constraints };
    await service.api.put(`/api/admin/segments/${segment}`, renamed).expect(204);
  });

  test('allows everything again once it requires none', async () => {
    const one = await ChangeRequestScene.create(service);
    const another = await one.feature();
    await service.api.post(`${one.at(another, 'production')}/on`).expect(403);
    await one.require(null);
    expect((await one.events(1))[0]).toMatchObject({
      type: 'change-request-configuration-updated',
      data: { changeRequestsEnabled: false, requiredApprovals: null },
      preData: { changeRequestsEnabled: true, requiredApprovals: 1 },
    });
    await service.api.post(`${one.at(another, 'production')}/on`).expect(200);
  });

  test('cannot be deleted', async () => {
    const environment = await service.given.environment();
    const other = await service.given.project({ environments: ['development', environment] });
    const config = `/api/admin/projects/${other}/environments/${environment}`;
    await service.api
      .put(`${config}/change-requests/config`, { changeRequestsEnabled: true })
      .expect(204);
    const { body } = await service.api.delete(`/api/admin/environments/${environment}`).expect(403);
    expect(body.message).toContain('changeRequestsEnabled');
    await service.api.get(`/api/admin/environments/${environment}`).expect(200);
    await service.api
      .put(`${config}/change-requests/config`, { changeRequestsEnabled: false })
      .expect(204);
    await service.api.delete(`/api/admin/environments/${environment}`).expect(200);
  });

  test('is configured by those who can change the project', async () => {
    const path = `${project()}/environments/production/change-requests/config`;
    await scene.author.api.put(path, { changeRequestsEnabled: false }).expect(403);
    const { body } = await scene.author.api.get(`${scene.path}/config`).expect(200);
    expect(body).toContainEqual({
      environment: 'production',
      type: 'production',
      changeRequestEnabled: true,
      requiredApprovals: 1,
    });
  });
});

describe('in an emergency', () => {
  const able = async (permission: string): Promise<SignedIn> => {
    const one = await somebody(service);
    const id = await role(service, 'custom', { name: permission, environment: 'production' });
    await give(service, scene.project, [id], { users: [one.id] });
    return one;
  };
  const exit = '?force=true&reason=Checkout%20is%20down';

  test.each(['DISABLE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST'])(
    'whoever has %s turns features off at once with a reason',
    async (permission) => {
      const [one, other] = [await scene.feature({ on: true }), await scene.feature({ on: true })];
      const { api } = await able(permission);
      const { body } = await api.post(`${scene.at(one, 'production')}/off`).expect(403);
      expect(body.message).toContain('force=true and a reason');
      await api.post(`${scene.at(one, 'production')}/off?force=true`).expect(400);
      expect(await scene.isOn(one)).toBe(true);
      await api.post(`${scene.at(one, 'production')}/off${exit}`).expect(200);
      expect((await scene.events(1))[0]).toMatchObject({
        type: 'feature-environment-disabled',
        data: { reason: 'Checkout is down' },
      });
      const bulk = `${project()}/bulk_features/environments/production/off${exit}`;
      await api.post(bulk, { features: [other] }).expect(200);
      expect([await scene.isOn(one), await scene.isOn(other)]).toEqual([false, false]);
    },
  );

  test('others cannot, and nothing but turning off is possible', async () => {
    const one = await scene.feature({ on: true });
    const { body } = await scene.author.api
      .post(`${scene.at(one, 'production')}/off${exit}`)
      .expect(403);
    expect(body.message).toContain('force=true');
    const { api } = await able('SKIP_CHANGE_REQUEST');
    await api.post(`${scene.at(one, 'development')}/off${exit}`).expect(403);
    await service.api.delete(`${scene.at(one)}${exit}`).expect(403);
    expect(await scene.isOn(one)).toBe(true);
  });
});
