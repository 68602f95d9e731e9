import { CallerLookup } from '../../../../src/core/auth/caller-lookup.js';
import { MEMBER, role, somebody } from '../../../support/access.js';
import { approve, ask, askedProject, requestsOf } from '../../../support/access-request-scene.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test.each([
  ['without a reason', { reason: ' ' }],
  ['for too short', { minutes: 4 }],
  ['for too long', { minutes: 10_081 }],
  ['for a root role', { roleId: 2 }],
  ['for an unknown role', { roleId: 999_999 }],
  ['in an environment that the project lacks', { environment: 'nowhere' }],
])('a request %s is refused', async (_, wrong) => {
  const { project, asker } = await askedProject(service);
  const body = { roleId: MEMBER, minutes: 60, reason: 'x', ...wrong };
  await asker.api.post(requestsOf(project), body).expect(400);
});

test('the same is asked for once, and no more than ten roles at the same time', async () => {
  const scene = await askedProject(service);
  const { project, asker } = scene;
  await ask(scene, { roleId: MEMBER });
  const again = { roleId: MEMBER, minutes: 5, reason: 'again' };
  await asker.api.post(requestsOf(project), again).expect(409);
  await ask(scene, { roleId: MEMBER, environment: 'production' });
  for (let n = 2; n < 10; n++) await ask(scene, { roleId: await role(service, 'custom') });
  const more = { roleId: await role(service, 'custom'), minutes: 5, reason: 'more' };
  const { body } = await asker.api.post(requestsOf(project), more);
  expect(body).toMatchObject({ name: 'ExceedsLimitError' });
});

test('others see nothing of what people ask for, and private projects stay private', async () => {
  const scene = await askedProject(service);
  const { project, owner, asker } = scene;
  const id = await ask(scene, { roleId: MEMBER });
  const other = await somebody(service);
  const listed = async ({ api }: typeof other): Promise<number[]> => {
    const { body } = await api.get(requestsOf(project)).expect(200);
    return body.accessRequests.map((one: { id: number }) => one.id);
  };
  expect(await listed(other)).toEqual([]);
  expect(await listed(asker)).toEqual([id]);
  expect(await listed(owner)).toEqual([id]);
  const { body } = await other.api.get('/api/admin/access-requests').expect(200);
  expect(body).toEqual({ own: [], waiting: [] });
  const hidden = unique('hidden');
  await service.api
    .post('/api/admin/projects', { id: hidden, name: hidden, mode: 'private' })
    .expect(201);
  const wish = { roleId: MEMBER, minutes: 5, reason: 'x' };
  await asker.api.post(requestsOf(hidden), wish).expect(404);
  await asker.api.get(requestsOf(hidden)).expect(404);
});

test('the roles that can be asked for are listed, also for people without permissions', async () => {
  const { project, asker } = await askedProject(service);
  const { body } = await asker.api.get(requestsOf(project)).expect(200);
  const names = body.roles.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['Member', 'Owner']));
  expect(names).not.toContain('Editor');
});

test('what is known of callers is forgotten when access is given and ends, not when it is asked for', async () => {
  const scene = await askedProject(service);
  const { project, owner, asker } = scene;
  let forgotten = 0;
  service.service.app.get(CallerLookup).onInvalidate(() => forgotten++);
  const path = (id: number, what: string): string => `${requestsOf(project)}/${id}/${what}`;
  await owner.api.post(path(await ask(scene, { roleId: MEMBER }), 'deny'), {}).expect(200);
  await asker.api.post(path(await ask(scene, { roleId: MEMBER }), 'end')).expect(200);
  expect(forgotten).toBe(0);
  const id = await ask(scene, { roleId: MEMBER });
  await approve(scene, id).expect(200);
  expect(forgotten).toBe(1);
  await owner.api.post(path(id, 'end')).expect(200);
  expect(forgotten).toBe(2);
});
