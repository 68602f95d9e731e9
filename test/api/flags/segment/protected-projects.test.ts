import { MEMBER_ROLE } from '../../../../src/core/auth/permissions/role-permissions.js';
import { unique } from '../../../support/given.js';
import { role, somebody, type Somebody } from '../../../support/grants.js';
import { TestService } from '../../../support/service.js';

const ADMIN = '/api/admin';
const SEGMENTS = `${ADMIN}/segments`;
const BEFORE = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
const AFTER = [{ contextName: 'userId', operator: 'IN', values: ['2'] }];

let service: TestService;
let editor: Somebody;
beforeAll(async () => {
  service = await TestService.start();
  editor = await somebody(service, 'Editor');
});
afterAll(() => service.stop());

interface Scene {
  project: string;
  feature: string;
  segment: { id: number; name: string };
}

/** Creates a global segment, and a project with a feature that uses it. */
async function used(mode: 'open' | 'protected' | 'private'): Promise<Scene> {
  const project = await service.given.project({ mode });
  const feature = unique('feature');
  await service.api.post(`${ADMIN}/projects/${project}/features`, { name: feature }).expect(201);
  const { body: segment } = await service.api
    .post(SEGMENTS, { name: unique('segment'), constraints: BEFORE })
    .expect(201);
  const strategies = `${ADMIN}/projects/${project}/features/${feature}/environments/production/strategies`;
  await service.api.post(strategies, { name: 'default', segments: [segment.id] }).expect(200);
  return { project, feature, segment };
}

const constraintsOf = async ({ id }: { id: number }): Promise<unknown> =>
  (await service.api.get(`${SEGMENTS}/${id}`).expect(200)).body.constraints;

test('an Editor cannot change what a protected project does through a segment that it uses', async () => {
  const { project, segment } = await used('protected');
  const refused = await editor.api
    .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, constraints: AFTER })
    .expect(403);
  expect(refused.body).toMatchObject({
    name: 'PermissionError',
    permissions: ['UPDATE_PROJECT_SEGMENT'],
  });
  expect(refused.body.message).toContain(`used in the project "${project}"`);
  expect(await constraintsOf(segment)).toMatchObject(BEFORE);
  // Its name does not matter to the project.
  await editor.api
    .put(`${SEGMENTS}/${segment.id}`, {
      name: unique('renamed'),
      description: 'new',
      constraints: BEFORE,
    })
    .expect(204);
});

test('the refusal tells only that a private project uses the segment', async () => {
  const { project, feature, segment } = await used('private');
  const refused = await editor.api
    .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, constraints: AFTER })
    .expect(403);
  expect(refused.body.message).toContain('something that you cannot see');
  expect(refused.text).not.toContain(project);
  expect(refused.text).not.toContain(feature);
  expect(await constraintsOf(segment)).toMatchObject(BEFORE);
});

test('in open projects the permission for segments is enough, and so it is for members of the project and administrators', async () => {
  const open = await used('open');
  const keeper = await somebody(service, await role(service, 'root-custom', 'UPDATE_SEGMENT'));
  await keeper.api
    .put(`${SEGMENTS}/${open.segment.id}`, { name: open.segment.name, constraints: AFTER })
    .expect(204);
  const { project, segment } = await used('protected');
  const member = await somebody(service, 'Editor', { [project]: MEMBER_ROLE });
  await member.api
    .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, constraints: AFTER })
    .expect(204);
  await service.api
    .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, constraints: BEFORE })
    .expect(204);
});

test('a default strategy of the project counts, and so does an archived feature, which can be revived', async () => {
  const { project, feature, segment } = await used('protected');
  const { body: other } = await service.api
    .post(SEGMENTS, { name: unique('segment'), constraints: BEFORE })
    .expect(201);
  const preset = {
    name: 'flexibleRollout',
    segments: [other.id],
    parameters: { rollout: '50', stickiness: 'default', groupId: 'x' },
  };
  await service.api
    .post(`${ADMIN}/projects/${project}/environments/production/default-strategy`, preset)
    .expect(200);
  await editor.api
    .put(`${SEGMENTS}/${other.id}`, { name: other.name, constraints: AFTER })
    .expect(403);
  await service.api.delete(`${ADMIN}/projects/${project}/features/${feature}`).expect(202);
  await editor.api
    .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, constraints: AFTER })
    .expect(403);
  await editor.api.delete(`${SEGMENTS}/${segment.id}`).expect(409);
  expect(await constraintsOf(segment)).toMatchObject(BEFORE);
  await service.api.delete(`${ADMIN}/archive/${feature}`).expect(200);
  await editor.api.delete(`${SEGMENTS}/${segment.id}`).expect(204);
});
