import {
  give,
  group,
  GROUPS,
  MEMBER,
  role,
  ROLES,
  rolesIn,
  somebody,
} from '../../../support/access.js';
import { at } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { ReleasePlanScene, TEMPLATES } from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { EXPORT, IMPORT } from '../../exchange/transfer/files.js';

// What archived, planned, undone and exported things refer to can be gone when they come back: then
// they come back as they were, or not at all, but never for more users.

let service: TestService;
let scene: ChangeRequestScene;
let plans: ReleasePlanScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
  plans = new ReleasePlanScene(service);
});
afterAll(() => service.stop());

const DEVELOPMENT = 'development';
const strategiesOf = (feature: string): string => `${at(feature, DEVELOPMENT)}/strategies`;
const statusOf = async (call: PromiseLike<{ status: number }>): Promise<number> =>
  (await call).status;

/** A strategy that something limits, and the path of that. */
interface Limited {
  strategy: { name: string; segments?: number[]; constraints?: object[] };
  path: string;
}

const ONE_USER = { operator: 'IN', values: ['1'] };
const LIMITS: Record<string, () => Promise<Limited>> = {
  segment: async () => {
    const constraints = [{ contextName: 'userId', ...ONE_USER }];
    const { body } = await service.api
      .post('/api/admin/segments', { name: unique('segment'), constraints })
      .expect(201);
    const strategy = { name: 'default', segments: [body.id] };
    return { strategy, path: `/api/admin/segments/${body.id}` };
  },
  'context field': async () => {
    const name = unique('field');
    await service.api.post('/api/admin/context', { name }).expect(201);
    const strategy = { name: 'default', constraints: [{ contextName: name, ...ONE_USER }] };
    return { strategy, path: `/api/admin/context/${name}` };
  },
  'type of strategy': async () => {
    const name = unique('strategy');
    await service.api.post('/api/admin/strategies', { name, parameters: [] }).expect(201);
    return { strategy: { name }, path: `/api/admin/strategies/${name}` };
  },
};

/** Lets something use a strategy, deletes what limits it, and lets the user come back. */
type User = (limited: Limited) => Promise<{ deleted: number; comesBack?: number; has?: object[] }>;

const remove = ({ path }: Limited): Promise<number> => statusOf(service.api.delete(path));
async function withStrategy({ strategy }: Limited): Promise<[feature: string, path: string]> {
  const feature = await service.given.feature();
  const { body } = await service.api.post(strategiesOf(feature), strategy).expect(200);
  return [feature, `${strategiesOf(feature)}/${body.id}`];
}

const USERS: Record<string, User> = {
  'an archived feature': async (limited) => {
    const [feature] = await withStrategy(limited);
    await service.api.delete(at(feature)).expect(202);
    return { deleted: await remove(limited) };
  },
  'a release plan template': async (limited) => {
    const { name, ...rest } = limited.strategy;
    const id = await plans.template([
      { name: 'all', strategies: [{ strategyName: name, ...rest }] },
    ]);
    await service.api.post(`${TEMPLATES}/archive/${id}`).expect(200);
    return { deleted: await remove(limited) };
  },
  'a change request': async (limited) => {
    const feature = await scene.feature();
    const id = await scene.approved([
      { action: 'addStrategy', feature, payload: limited.strategy },
      { action: 'updateEnabled', feature, payload: { enabled: true } },
    ]);
    const deleted = await remove(limited);
    const comesBack = await statusOf(scene.state(id, 'Applied', scene.reviewer.api));
    expect(await scene.isOn(feature)).toBe(false);
    return { deleted, comesBack };
  },
  'the undone removal of a strategy': async (limited) => {
    const [feature, path] = await withStrategy(limited);
    await service.api.delete(path).expect(200);
    const event = await latestEvent(service, 'feature-strategy-remove');
    const deleted = await remove(limited);
    return { deleted, comesBack: await statusOf(undo(service, event)), has: await of(feature) };
  },
  'the undone change of a strategy': async (limited) => {
    const [, path] = await withStrategy(limited);
    await service.api.put(path, { name: 'default', segments: [], constraints: [] }).expect(200);
    const event = await latestEvent(service, 'feature-strategy-update');
    const deleted = await remove(limited);
    return { deleted, comesBack: await statusOf(undo(service, event)) };
  },
  'an imported file': async (limited) => {
    const [feature, path] = await withStrategy(limited);
    const { body: data } = await service.api
      .post(EXPORT, { features: [feature], environment: DEVELOPMENT })
      .expect(200);
    await service.api.delete(path).expect(200);
    const deleted = await remove(limited);
    const file = { project: 'default', environment: DEVELOPMENT, data };
    const comesBack = await statusOf(service.api.post(IMPORT, file));
    return { deleted, comesBack, has: await of(feature) };
  },
};

async function of(feature: string): Promise<object[]> {
  return (await service.api.get(strategiesOf(feature)).expect(200)).body as object[];
}

describe.each(Object.keys(LIMITS))('a deleted %s', (kind) => {
  test.each([
    ['an archived feature', 409, undefined],
    ['a release plan template', 409, undefined],
    ['a change request', 200, 409],
    ['the undone removal of a strategy', 200, 409],
    ['the undone change of a strategy', 200, 409],
    // A file brings the context fields that it needs.
    ['an imported file', 200, kind === 'context field' ? 200 : 400],
  ])('lets %s not reach more users', async (user, deletion, refusal) => {
    const limited = await LIMITS[kind]!();
    const { deleted, comesBack, has = [] } = await USERS[user]!(limited);
    expect(deleted === 204 ? 200 : deleted).toBe(deletion);
    expect(comesBack).toBe(refusal);
    expect(has).toMatchObject(comesBack === 200 ? [limited.strategy] : []);
  });
});

describe('a feature whose parent is off', () => {
  /** A feature that is on, and the feature, which is off, on which it depends. */
  async function family(): Promise<{ parent: string; child: string }> {
    const parent = await service.given.feature();
    const child = await service.given.feature({ enabledIn: [DEVELOPMENT] });
    await service.api.post(`${at(child)}/dependencies`, { feature: parent }).expect(200);
    return { parent, child };
  }
  const parentsOf = async (child: string): Promise<string[]> =>
    (await service.api.get(at(child)).expect(200)).body.dependencies.map(
      (one: { feature: string }) => one.feature,
    );
  async function deleteForGood(feature: string): Promise<void> {
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  }

  test('is on with its parent when its archiving is undone, any number of times', async () => {
    const { parent, child } = await family();
    await service.api.delete(at(child)).expect(202);
    for (let round = 0; round < 3; round++) {
      await undo(service, await latestEvent(service, 'feature-archived')).expect(200);
      expect(await parentsOf(child)).toEqual([parent]);
      await undo(service, await latestEvent(service, 'feature-revived')).expect(200);
      await service.api.get(at(child)).expect(404);
    }
  });

  test('stays archived when its parent was archived or deleted meanwhile', async () => {
    const { parent, child } = await family();
    await service.api.delete(at(child)).expect(202);
    const archived = await latestEvent(service, 'feature-archived');
    await service.api.delete(at(parent)).expect(202);
    await undo(service, archived).expect(409);
    await service.api.delete(`/api/admin/archive/${parent}`).expect(200);
    await undo(service, archived).expect(409);
    await service.api.get(at(child)).expect(404);
  });

  test('is not imported without its parent, and does not get a deleted one back', async () => {
    const { parent, child } = await family();
    const { body: data } = await service.api
      .post(EXPORT, { features: [child], environment: DEVELOPMENT })
      .expect(200);
    await service.api.delete(`${at(child)}/dependencies`).expect(200);
    const removed = await latestEvent(service, 'feature-dependencies-removed');
    await deleteForGood(parent);
    await undo(service, removed).expect(409);
    await deleteForGood(child);
    const file = { project: 'default', environment: DEVELOPMENT, data };
    await service.api.post(IMPORT, file).expect(400);
    await service.api.get(at(child)).expect(404);
  });

  test('is not turned on by a change request that makes it depend on a deleted one', async () => {
    const [parent, child] = [await scene.feature(), await scene.feature()];
    const id = await scene.approved([
      { action: 'addDependency', feature: child, payload: { feature: parent } },
      { action: 'updateEnabled', feature: child, payload: { enabled: true } },
    ]);
    await scene.require(null);
    await service.api.delete(scene.at(parent)).expect(202);
    await service.api.delete(`/api/admin/archive/${parent}`).expect(200);
    await scene.require(1);
    await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
    expect(await scene.isOn(child)).toBe(false);
  });
});

test('a change request does not turn on what was created again under a name', async () => {
  const feature = await scene.feature();
  const id = await scene.approved({
    ...{ action: 'updateEnabled', feature, payload: { enabled: true } },
  });
  await scene.require(null);
  await service.api.delete(scene.at(feature)).expect(202);
  await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  const again = { name: feature };
  await service.api.post(`/api/admin/projects/${scene.project}/features`, again).expect(201);
  await scene.require(1);
  await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
  expect(await scene.isOn(feature)).toBe(false);
});

test('a change request does not turn on what a deleted template was to roll out', async () => {
  const [feature, templateId] = [await scene.feature(), await plans.template()];
  const id = await scene.approved([
    { action: 'addReleasePlan', feature, payload: { templateId } },
    { action: 'updateEnabled', feature, payload: { enabled: true } },
  ]);
  await service.api.delete(`${TEMPLATES}/${templateId}`).expect(200);
  await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
  expect(await scene.isOn(feature)).toBe(false);
});

test.each(['role', 'group'] as const)(
  'access through a deleted %s does not come back',
  async (kind) => {
    const project = await service.given.project();
    const { id: user } = await somebody(service);
    const custom = await role(service, 'custom', 'UPDATE_FEATURE');
    const team = await group(service, [user]);
    const [granted, to, path] =
      kind === 'role'
        ? [custom, { users: [user] }, rolesIn(project, 'users', user)]
        : [MEMBER, { groups: [team] }, rolesIn(project, 'groups', team)];
    await give(service, project, [granted], to);
    const inUse = kind === 'role' ? `${ROLES}/${custom}` : undefined;
    if (inUse) await service.api.delete(inUse).expect(400);
    await service.api.delete(path).expect(200);
    const [taken] = await service.sql<{ id: string }>('SELECT max(id) AS id FROM event');
    await service.api.delete(inUse ?? `${GROUPS}/${team}`).expect(200);
    await undo(service, Number(taken!.id)).expect(409);
  },
);
