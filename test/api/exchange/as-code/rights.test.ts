import { somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { everything, names } from './everything.js';
import { apply, APPLY, PLAN, plan, rollout } from './folder.js';

let service: TestService;
let viewer: Api;
beforeAll(async () => {
  service = await TestService.start();
  viewer = (await somebody(service)).api;
});
afterAll(() => service.stop());

const body = (state: object): object => ({ owner: 'folder', state });
const feature = (name: string, project = 'default', place: object = {}): object => ({
  features: [{ name, project, environments: [{ name: 'production', ...place }] }],
});

test('somebody without the permissions sees which are missing, and changes nothing', async () => {
  const state = everything(names());
  const { body: found } = await viewer.post(PLAN, body(state)).expect(200);
  const missing = found.permissions.map(({ permission }: { permission: string }) => permission);
  expect(new Set(missing)).toEqual(
    new Set([
      ...['CREATE_ENVIRONMENT', 'CREATE_PROJECT', 'CREATE_TAG_TYPE', 'CREATE_CONTEXT_FIELD'],
      ...['CREATE_PROJECT_CONTEXT', 'CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT', 'UPDATE_FEATURE'],
      ...['UPDATE_ROLE', 'CREATE_FEATURE', 'UPDATE_FEATURE_VARIANTS', 'UPDATE_FEATURE_DEPENDENCY'],
      ...['CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_ENVIRONMENT'],
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    ]),
  );
  const { hash } = found;
  await viewer.post(APPLY, { ...body(state), hash }).expect(403);
  expect((await plan(service, { state })).summary).toMatchObject({ create: 11 });
});

test('a private project and what is in it are like those that do not exist', async () => {
  const [project, name] = [unique('private'), unique()];
  await service.given.project({ id: project, mode: 'private' });
  await apply(service, { state: feature(name, project) });
  const message = async (state: object): Promise<string> =>
    (await viewer.post(PLAN, body(state)).expect(200)).body.errors[0].message;
  expect(await message(feature(unique(), project))).toBe(`There is no project "${project}".`);
  expect(await message(feature(unique(), 'nowhere'))).toBe('There is no project "nowhere".');
  const { body: found } = await viewer.post(PLAN, body({})).expect(200);
  expect(found).toMatchObject({ kept: [], seen: [] });
  const { body: described } = await viewer.get('/api/admin/flags-as-code/state').expect(200);
  expect(JSON.stringify(described)).not.toContain(project);
  expect(described.roles).toBeUndefined();
});

test('changes that require approvals are refused, and others of new features are not', async () => {
  const scene = await ChangeRequestScene.create(service);
  const name = unique();
  const state = (place: object): object => feature(name, scene.project, place);
  await apply(service, { state: state({ strategies: [rollout(10)] }) });
  const found = await plan(service, { state: state({ strategies: [rollout(20)] }) });
  expect(found).toMatchObject({
    errors: [],
    approvals: [
      { project: scene.project, environment: 'production', requiredApprovals: 1, features: 1 },
    ],
  });
  const { body: refusal } = await service.api
    .post(APPLY, { ...body(state({ strategies: [rollout(20)] })), hash: found.hash })
    .expect(403);
  expect(refusal.message).toMatch(/production.*requires approvals/);
  expect(await plan(service, { state: state({ strategies: [rollout(10)] }) })).toMatchObject({
    changes: [],
  });
});

test('the guard of a project counts, unless the plan is forced for a reason', async () => {
  const project = await service.given.project();
  await service.api.put(`/api/admin/projects/${project}/guard`, { guard: 'block' }).expect(200);
  const [parent, child] = [unique('parent'), unique('child')];
  const state = (enabled: boolean): object => {
    const environments = (on: boolean): object => ({
      environments: [{ name: 'production', enabled: on }],
    });
    return {
      features: [
        { name: parent, project, ...environments(enabled) },
        { name: child, project, dependencies: [{ feature: parent }], ...environments(true) },
      ],
    };
  };
  await apply(service, { state: state(true) });
  const { hash, impact } = await plan(service, { state: state(false) });
  expect(impact).toMatchObject([
    { project, environment: 'production', impact: { features: { count: 1 } } },
  ]);
  const request = { ...body(state(false)), hash };
  await service.api.post(APPLY, request).expect(409);
  const guard = { force: true, reason: 'planned' };
  await service.api.post(APPLY, { ...request, guard }).expect(200);
});
