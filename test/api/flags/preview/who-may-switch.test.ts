import { give, MEMBER, role, type SignedIn, somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Scene {
  path: string;
  viewer: SignedIn;
  member: SignedIn;
  firefighter: SignedIn;
}

/** A feature of a project in which one may switch, and another one may only turn off. */
async function given(mode: 'protected' | 'private' = 'protected'): Promise<Scene> {
  const project = await service.given.project({ mode });
  const name = unique();
  await service.api.post(`/api/admin/projects/${project}/features`, { name }).expect(201);
  const [viewer, member, firefighter] = [
    await somebody(service),
    await somebody(service),
    await somebody(service),
  ];
  const off = await role(service, 'custom', {
    name: 'DISABLE_FEATURE_ENVIRONMENT',
    environment: 'production',
  });
  await give(service, project, [MEMBER], { users: [member.id] });
  await give(service, project, [off], { users: [firefighter.id] });
  const path = `/api/admin/projects/${project}/features/${name}/environments`;
  return { path, viewer, member, firefighter };
}

const ableIds = async ({ viewer, path }: Scene, at: string): Promise<number[]> =>
  (await viewer.api.get(`${path}/${at}`).expect(200)).body.ableUsers.map(
    ({ id }: { id: number }) => id,
  );

test('callers without the permission are told who has it, including those who may only turn off in production', async () => {
  const scene = await given();
  const { member, firefighter } = scene;

  const off = await ableIds(scene, 'production/impact');
  expect(off).toEqual(expect.arrayContaining([member.id, firefighter.id]));
  expect(off).not.toContain(scene.viewer.id);
  for (const at of ['production/impact?turnsOn=true', 'development/impact']) {
    expect(await ableIds(scene, at)).toContain(member.id);
    expect(await ableIds(scene, at)).not.toContain(firefighter.id);
  }
  await service.api.delete(`${USERS}/${member.id}`).expect(200);
  expect(await ableIds(scene, 'production/impact')).not.toContain(member.id);
});

test('the impact is that of the preview, which is refused to them', async () => {
  const { path, viewer, member } = await given();
  await service.api.post(`${path}/production/on`).expect(200);

  await viewer.api.post(`${path}/production/off?dryRun=true`).expect(403);
  const { body: preview } = await member.api.post(`${path}/production/off?dryRun=true`).expect(200);
  const { body: read } = await viewer.api.get(`${path}/production/impact`).expect(200);
  expect(read.impact).toEqual(preview.impact);
});

test('the impact of unknown and hidden features is 404', async () => {
  const [{ path, viewer }, hidden] = [await given(), await given('private')];

  await viewer.api.get(`${path}/nowhere/impact`).expect(404);
  await viewer.api.get(`${path}/production/impact?turnsOn=perhaps`).expect(400);
  await viewer.api.get(`${hidden.path}/production/impact`).expect(404);
  expect(await ableIds({ ...hidden, viewer: hidden.member }, 'production/impact')).toContain(
    hidden.firefighter.id,
  );
});
