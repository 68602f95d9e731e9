import { AccessExpiryJob } from '../../../../src/access/people/access-request/access-expiry.job.js';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  accessTo,
  give,
  MEMBER,
  OWNER,
  role,
  serviceAccount,
  somebody,
} from '../../../support/access.js';
import {
  approve,
  ask,
  askedProject,
  expire,
  requestsOf,
  switching,
} from '../../../support/access-request-scene.js';
import { USERS } from '../../../support/people.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Longer than what is known of a caller is used without looking again. */
const RECENT_MS = 1_000;

test('a person gets a role for a time, and loses it when the time has come', async () => {
  const scene = await askedProject(service);
  const { project, asker, owner } = scene;
  const happened = await recorder(service);
  expect(await switching(scene, 'production')).toBe(403);
  const id = await ask(scene, { roleId: MEMBER, isEmergency: true });
  expect(await switching(scene, 'production')).toBe(403);
  const waiting = await owner.api.get('/api/admin/access-requests').expect(200);
  expect(waiting.body.waiting).toMatchObject([
    { id, project, user: asker.username, role: 'Member', reason: 'INC-4711', isEmergency: true },
  ]);
  const { body } = await approve(scene, id, { minutes: 30, comment: 'good luck' }).expect(200);
  expect(body).toMatchObject({ state: 'active', decidedBy: owner.username, comment: 'good luck' });
  expect(await switching(scene, 'production')).toBe(200);
  await expire(service, id);
  await sleep(RECENT_MS);
  expect(await switching(scene, 'production')).toBe(403);
  const { body: own } = await asker.api.get('/api/admin/access-requests').expect(200);
  expect(own).toMatchObject({ own: [{ id, state: 'ended' }], waiting: [] });
  await service.service.app.get(AccessExpiryJob).look();
  await service.service.app.get(AccessExpiryJob).look();
  const events = (await happened()).filter(({ type }) => type.startsWith('access-request'));
  expect(events.map(({ type, data }) => [type, (data as { why?: string }).why])).toEqual([
    ['access-request-created', undefined],
    ['access-request-approved', undefined],
    ['access-request-ended', 'expired'],
  ]);
});

test('in one environment, only the permissions there are given', async () => {
  const scene = await askedProject(service);
  const { project, asker } = scene;
  const id = await ask(scene, { roleId: MEMBER, environment: 'production' });
  await approve(scene, id).expect(200);
  expect(await switching(scene, 'production')).toBe(200);
  expect(await switching(scene, 'development')).toBe(403);
  await asker.api.post(`/api/admin/projects/${project}/features`, { name: 'x-1' }).expect(403);
});

test('roles with an end give nobody access, and create no API tokens', async () => {
  const scene = await askedProject(service);
  const { project, asker } = scene;
  await approve(scene, await ask(scene, { roleId: OWNER })).expect(200);
  expect(await switching(scene, 'production')).toBe(200);
  const access = { roles: [MEMBER], users: [asker.id], groups: [] };
  await asker.api.post(accessTo(project), access).expect(403);
  const token = { tokenName: 'x', type: 'client', environment: 'development' };
  await asker.api.post(`/api/admin/projects/${project}/api-tokens`, token).expect(403);
});

test('nobody decides about their own request, or gives more than they have for good', async () => {
  const scene = await askedProject(service);
  const { project, owner, asker } = scene;
  const manager = await role(service, 'custom', 'PROJECT_USER_ACCESS_WRITE');
  await give(service, project, [manager], { users: [asker.id] });
  const id = await ask(scene, { roleId: MEMBER });
  const path = `${requestsOf(project)}/${id}`;
  for (const what of ['approve', 'deny'])
    expect((await asker.api.post(`${path}/${what}`, {}).expect(403)).body.message).toContain(
      'Somebody else',
    );
  const other = await somebody(service);
  await give(service, project, [manager], { users: [other.id] });
  await other.api.post(`${path}/approve`, {}).expect(403);
  const theirs = await ask({ ...scene, asker: other }, { roleId: MEMBER });
  await approve(scene, theirs).expect(200);
  // What the other one has for a time does not count.
  await other.api.post(`${path}/approve`, {}).expect(403);
  await owner.api.post(`${path}/approve`, { minutes: 61 }).expect(400);
  await approve(scene, id).expect(200);
  await approve(scene, id).expect(409);
});

test('programs neither ask nor decide', async () => {
  const scene = await askedProject(service);
  const { project } = scene;
  const body = { roleId: MEMBER, minutes: 60, reason: 'x' };
  await service.api.post(requestsOf(project), body).expect(403);
  const robot = await serviceAccount(service, 'Admin');
  await robot.api.post(requestsOf(project), body).expect(403);
  const id = await ask(scene, { roleId: MEMBER });
  for (const api of [service.api, robot.api])
    await api.post(`${requestsOf(project)}/${id}/approve`, {}).expect(403);
});

test('a role ends when the account of the person or of the approver is deleted', async () => {
  for (const gone of ['owner', 'asker'] as const) {
    const scene = await askedProject(service);
    const happened = await recorder(service);
    await approve(scene, await ask(scene, { roleId: MEMBER })).expect(200);
    expect(await switching(scene, 'production')).toBe(200);
    await service.api.delete(`${USERS}/${scene[gone].id}`).expect(200);
    expect(await switching(scene, 'development')).toBe(gone === 'owner' ? 403 : 401);
    const ended = (await happened()).find(({ type }) => type === 'access-request-ended');
    expect(ended).toMatchObject({ project: scene.project, data: { why: 'account deleted' } });
  }
});

test('the permission query itself looks at the account of the approver', async () => {
  const scene = await askedProject(service);
  await approve(scene, await ask(scene, { roleId: MEMBER })).expect(200);
  await service.sql('UPDATE app_user SET deleted_at = now() WHERE id = $1', [scene.owner.id]);
  await sleep(RECENT_MS);
  expect(await switching(scene, 'production')).toBe(403);
});

test('requests are withdrawn, and roles given back or taken', async () => {
  const scene = await askedProject(service);
  const { project, owner, asker } = scene;
  const other = await somebody(service);
  const end = (id: number): string => `${requestsOf(project)}/${id}/end`;
  const first = await ask(scene, { roleId: MEMBER });
  await other.api.post(end(first)).expect(403);
  await owner.api.post(end(first)).expect(403);
  expect((await asker.api.post(end(first)).expect(200)).body.state).toBe('withdrawn');
  await approve(scene, first).expect(409);
  const happened = await recorder(service);
  for (const { api } of [asker, owner]) {
    const id = await ask(scene, { roleId: MEMBER });
    await approve(scene, id).expect(200);
    expect(await switching(scene, 'production')).toBe(200);
    expect((await api.post(end(id)).expect(200)).body).toMatchObject({ state: 'ended' });
    expect(await switching(scene, 'production')).toBe(403);
    await api.post(end(id)).expect(409);
  }
  const ended = (await happened()).filter(({ type }) => type === 'access-request-ended');
  expect(ended.map(({ data }) => (data as { why: string }).why)).toEqual(['returned', 'revoked']);
});

test('a request nobody decided about lapses after a week', async () => {
  const scene = await askedProject(service);
  const id = await ask(scene, { roleId: MEMBER });
  await service.sql(
    "UPDATE access_request SET created_at = now() - interval '169 hours' WHERE id = $1",
    [id],
  );
  await approve(scene, id).expect(409);
  const { body } = await scene.owner.api.get(requestsOf(scene.project)).expect(200);
  expect(body.accessRequests).toMatchObject([{ id, state: 'withdrawn' }]);
});
