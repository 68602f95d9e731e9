import { unique } from '../../../support/given.js';
import { at, GuardScene, offOf } from '../../../support/guard-scene.js';
import { TestService } from '../../../support/service.js';
import { EXPORT, IMPORT } from '../../exchange/transfer/files.js';

let service: TestService;
let scene: GuardScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = new GuardScene(service);
});
afterAll(() => service.stop());

const exported = async (environment: string, features: string[]): Promise<object> =>
  (await service.api.post(EXPORT, { environment, features }).expect(200)).body;

describe('a project that blocks', () => {
  test('exports a feature in use and imports it unchanged', async () => {
    const id = await scene.project('block');
    const { parent, children } = await scene.parentOf(id);
    const data = await exported('production', [parent, ...children]);
    expect(JSON.stringify(data)).not.toContain('guard');
    await service.api.post(IMPORT, { project: id, environment: 'production', data }).expect(200);
    expect(await scene.isOn(id, parent)).toBe(true);
    await service.api.post(offOf(id, parent)).expect(409);
  });

  test('does not stop an import that turns a feature in use off', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const data = (await exported('production', [parent])) as {
      featureEnvironments: { enabled: boolean }[];
    };
    for (const place of data.featureEnvironments) place.enabled = false;
    await service.api.post(IMPORT, { project: id, environment: 'production', data }).expect(200);
    expect((await scene.offEvents(parent)).length).toBe((await scene.isOn(id, parent)) ? 0 : 1);
  });

  test('blocks a feature and not its copy, which nobody uses', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    await scene.evaluated(parent, {});
    const name = unique('copy');
    await service.api.post(`${at(id, parent)}/clone`, { name }).expect(201);
    await service.api.post(`${at(id, name)}/environments/production/on`).expect(200);
    await service.api.post(offOf(id, name)).expect(200);
    await service.api.post(offOf(id, parent)).expect(409);
    expect(await scene.isOn(id, parent)).toBe(true);
  });

  test('blocks in a copy of an environment only what is in use there', async () => {
    const id = await scene.project('block');
    const parent = await scene.feature(id);
    await scene.evaluated(parent, {});
    const name = unique('environment');
    await service.api
      .post('/api/admin/environments/production/clone', {
        name,
        type: 'production',
        projects: [id],
        clonePermissions: true,
      })
      .expect(200);
    await service.api.post(offOf(id, parent)).expect(409);
    await service.api.post(offOf(id, parent, name)).expect(200);
  });

  test('blocks a bulk operation as a whole when one feature is in use', async () => {
    const id = await scene.project('block');
    const { parent } = await scene.parentOf(id);
    const other = await scene.feature(id);
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off`;
    await service.api.post(bulk, { features: [other, parent] }).expect(409);
    expect(await scene.isOn(id, other)).toBe(true);
    await service.api.post(bulk, { features: [other] }).expect(200);
  });
});

test('an import changes the version of what it changes', async () => {
  const id = await scene.project();
  const feature = await scene.feature(id);
  const path = at(id, feature);
  const data = (await exported('production', [feature])) as {
    features: { description: string }[];
  };
  const seen = (await service.api.get(path).expect(200)).headers['etag']!;
  data.features[0]!.description = 'imported';
  await service.api.post(IMPORT, { project: id, environment: 'production', data }).expect(200);
  await service.api.post(offOf(id, feature)).set('If-Match', seen).expect(412);
  expect(await scene.isOn(id, feature)).toBe(true);
  const current = await service.api.get(path).expect(200);
  expect(current.body.description).toBe('imported');
  const tag = current.headers['etag']!;
  await service.api.post(offOf(id, feature)).set('If-Match', tag).expect(200);
});

describe('changes without a guard', () => {
  test.each(['block', 'warn', 'strict', ''])(
    'refuse guard=%s, and nothing changes',
    async (guard) => {
      const id = await scene.project('none');
      const feature = await scene.feature(id);
      const query = `?guard=${guard}`;
      for (const answer of [
        await service.api.post(`${at(id, feature)}/environments/development/on${query}`),
        await service.api.put(`${at(id, feature)}${query}`, { type: 'kill-switch' }),
        await service.api.delete(`/api/admin/projects/${id}${query}`),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.message).toContain('does not support guard. Nothing was changed.');
      }
      const { body } = await service.api.get(at(id, feature)).expect(200);
      expect(body.type).not.toBe('kill-switch');
      const place = body.environments.find(
        ({ name }: { name: string }) => name === 'development',
      ) as { enabled: boolean };
      expect(place.enabled).toBe(false);
    },
  );

  test('accept guard=none, which asks for nothing', async () => {
    const id = await scene.project('none');
    const feature = await scene.feature(id);
    await service.api.post(`${at(id, feature)}/environments/development/on?guard=none`).expect(200);
  });
});
