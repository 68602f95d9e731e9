import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { give, role, somebody } from '../../../support/access.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ChangeRequestScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
});
afterAll(() => service.stop());

const on = (feature: string) => ({
  action: 'updateEnabled',
  feature,
  payload: { enabled: true },
});
const off = (feature: string) => ({
  action: 'updateEnabled',
  feature,
  payload: { enabled: false },
});

describe('the draft of a change request', () => {
  test('is created by the first change, and gets further ones', async () => {
    const one = await ChangeRequestScene.create(service);
    const [first, second] = [await one.feature(), await one.feature()];
    const { body: draft } = await one.add(on(first)).expect(200);
    expect(draft).toMatchObject({
      title: `Change request #${draft.id}`,
      environment: 'production',
      project: one.project,
      minApprovals: 1,
      state: 'Draft',
      features: [{ name: first, changes: [{ action: 'updateEnabled' }] }],
      segments: [],
      approvals: [],
      rejections: [],
      comments: [],
      createdBy: { id: one.author.id },
      stateTimestamps: { Draft: expect.any(String) },
    });
    const { body: again } = await one.add([on(second), off(first)]).expect(200);
    expect(again.id).toBe(draft.id);
    expect(again.features.map(({ name }: { name: string }) => name)).toEqual([first, second]);
    expect(again.features[0].changes).toHaveLength(2);
    expect(await one.isOn(first)).toBe(false);
  });

  test('is visible to its author only', async () => {
    const { body } = await scene.add(on(await scene.feature())).expect(200);
    await scene.author.api.get(`${scene.path}/${body.id}`).expect(200);
    await scene.reviewer.api.get(`${scene.path}/${body.id}`).expect(404);
    const pending = await scene.author.api.get(`${scene.path}/pending`).expect(200);
    expect(pending.body.map(({ id }: { id: number }) => id)).toContain(body.id);
    const others = await scene.reviewer.api.get(scene.path).expect(200);
    expect(others.body.map(({ id }: { id: number }) => id)).not.toContain(body.id);
    await scene.state(body.id, 'Approved', scene.reviewer.api).expect(404);
    await scene.author.api.delete(`${scene.path}/${body.id}`).expect(200);
    await scene.author.api.get(`${scene.path}/${body.id}`).expect(404);
  });

  test('is not in the audit log until it is sent to review', async () => {
    const one = await ChangeRequestScene.create(service);
    const feature = await one.feature();
    const before = await one.events();
    const { body: draft } = await one.add([on(feature), off(feature)]).expect(200);
    const [, second] = draft.features[0].changes;
    const place = `${one.path}/${draft.id}`;
    await one.author.api.put(`${place}/title`, { title: 'Secret plans' }).expect(204);
    await one.author.api.put(`${place}/approvers`, { reviewers: [one.reviewer.id] }).expect(204);
    await one.author.api.post(`${place}/comments`, { text: 'Not yet' }).expect(204);
    await one.author.api.put(`${place}/changes/${second.id}`, on(feature)).expect(200);
    await one.author.api.delete(`${place}/changes/${second.id}`).expect(200);
    expect(await one.events()).toEqual(before);
    await one.state(draft.id, 'In review', one.author.api, 'Please').expect(200);
    expect((await one.events(4)).map(({ type, data }) => [type, data])).toMatchObject([
      ['change-request-comment-added', { text: 'Please' }],
      ['change-request-sent-to-review', { changeRequestId: draft.id }],
      ['change-added', { changeRequestId: draft.id, feature, payload: { enabled: true } }],
      ['change-request-created', { changeRequestId: draft.id }],
    ]);
  });

  test('stays private when it is cancelled', async () => {
    const one = await ChangeRequestScene.create(service);
    const feature = await one.feature();
    const before = await one.events();
    const { body: draft } = await one.add(on(feature)).expect(200);
    await one.state(draft.id, 'Cancelled', one.author.api).expect(200);
    expect(await one.events()).toEqual(before);
    await one.author.api.get(`${one.path}/${draft.id}`).expect(200);
    await one.reviewer.api.get(`${one.path}/${draft.id}`).expect(404);
    expect((await one.reviewer.api.get(one.path).expect(200)).body).toEqual([]);
    await one.state(draft.id, 'Approved', one.reviewer.api).expect(404);
  });

  test('loses a removed change, and gets the new content of an edited one', async () => {
    const feature = await scene.feature();
    const { body } = await scene.add([on(feature), on(feature)]).expect(200);
    const [first, second] = body.features[0].changes;
    const change = `${scene.path}/${body.id}/changes`;
    await scene.author.api.delete(`${change}/${first.id}`).expect(200);
    await scene.author.api.delete(`${change}/${first.id}`).expect(404);
    const edited = await scene.author.api.put(`${change}/${second.id}`, off(feature)).expect(200);
    expect(edited.body.features[0].changes).toMatchObject([
      { id: second.id, payload: { enabled: false } },
    ]);
    await scene.reviewer.api.delete(`${change}/${second.id}`).expect(404);
    await scene.author.api.delete(`${scene.path}/${body.id}`).expect(200);
  });

  test('is refused what the direct operation refuses', async () => {
    const feature = await scene.feature();
    const count = (await scene.events()).length;
    await scene.add(on('no-such-feature')).expect(404);
    await scene.add({ action: 'fly', feature }).expect(400);
    await scene.add({ action: 'updateEnabled', payload: { enabled: true } }).expect(400);
    await scene.add({ action: 'updateEnabled', feature, payload: {} }).expect(400);
    await scene.add({ action: 'reorderStrategy', feature, payload: {} }).expect(400);
    await scene.add([]).expect(400);
    await scene.add(Array.from({ length: 101 }, () => on(feature))).expect(400);
    const unknown = { name: 'flexibleRollout', segments: [999_999] };
    await scene.add({ action: 'addStrategy', feature, payload: unknown }).expect(404);
    const first = { variants: [{ name: 'a', weight: 1000, weightType: 'variable' }] };
    const refused = await scene.add({ action: 'patchVariant', feature, payload: first });
    expect([refused.status, refused.body.name]).toEqual([403, 'InvalidOperationError']);
    const viewer = await somebody(service);
    const { body } = await scene.add(on(feature), viewer.api).expect(403);
    expect(body.permissions).toEqual(['UPDATE_FEATURE_ENVIRONMENT']);
    await service.api
      .post(
        `/api/admin/projects/${scene.project}/environments/development/change-requests`,
        on(feature),
      )
      .expect(400);
    await service.api
      .post('/api/admin/projects/default/environments/nosuch/change-requests', on(feature))
      .expect(404);
    expect((await scene.events()).length).toBe(count);
  });
});

describe('the review of a change request', () => {
  test('by others leads to the application of all changes', async () => {
    const [first, second] = [await scene.feature(), await scene.feature({ on: true })];
    const id = await scene.inReview([on(first), off(second)]);
    const approved = await scene
      .state(id, 'Approved', scene.reviewer.api, 'Looks good')
      .expect(200);
    expect(approved.body).toMatchObject({
      state: 'Approved',
      approvals: [{ createdBy: { id: scene.reviewer.id } }],
      comments: [{ text: 'Looks good', createdBy: { id: scene.reviewer.id } }],
    });
    expect(await scene.isOn(first)).toBe(false);
    const applied = await scene.state(id, 'Applied', scene.author.api).expect(200);
    expect(applied.body).toMatchObject({ state: 'Applied', minApprovals: 1 });
    expect([await scene.isOn(first), await scene.isOn(second)]).toEqual([true, false]);
    const events = await scene.events(4);
    expect(events.map(({ type, changeRequestId }) => [type, changeRequestId])).toEqual([
      ['change-request-applied', undefined],
      ['feature-environment-disabled', id],
      ['feature-environment-enabled', id],
      ['feature-strategy-add', id],
    ]);
    await scene.state(id, 'Applied', scene.author.api).expect(409);
    const { body: counts } = await scene.author.api.get(`${scene.path}/count`).expect(200);
    expect(counts.applied).toBeGreaterThan(0);
  });

  test('is impossible for the author, also as an administrator or with a token', async () => {
    const feature = await scene.feature();
    const id = await scene.inReview(on(feature));
    const { body } = await scene.state(id, 'Approved', scene.author.api).expect(403);
    expect(body.name).toBe('OwnChangeRequestError');
    await scene.state(id, 'Applied', scene.author.api).expect(409);
    await scene.state(id, 'Applied', service.api).expect(409);
    const { body: own } = await scene.add(on(feature), service.api).expect(200);
    await scene.state(own.id, 'In review', service.api).expect(200);
    await scene.state(own.id, 'Approved', service.api).expect(403);
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('with If-Match concerns what was seen, not what was edited meanwhile', async () => {
    const feature = await scene.feature();
    const id = await scene.inReview(on(feature));
    const path = `${scene.path}/${id}`;
    const read = () => scene.reviewer.api.get(path).expect(200);
    const seen = await read();
    const change = `${path}/changes/${seen.body.features[0].changes[0].id}`;
    await scene.author.api.put(change, off(feature)).expect(200);
    const decide = (state: string, tag: unknown) =>
      scene.state(id, state, scene.reviewer.api).set('If-Match', String(tag));
    const refused = await decide('Approved', seen.headers['etag']).expect(412);
    expect(refused.body.current).toMatchObject({
      ...{ state: 'In review', approvals: [] },
      features: [{ changes: [{ payload: { enabled: false } }] }],
    });
    const approved = await decide('Approved', refused.headers['etag']).expect(200);
    await decide('Applied', seen.headers['etag']).expect(412);
    await decide('Applied', approved.headers['etag']).expect(200);
  });

  test('with If-Match does not tell whether a draft of somebody else exists', async () => {
    const { body } = await scene.add(on(await scene.feature())).expect(200);
    const states = [body.id, 999_999].map((id: number) =>
      scene.state(id, 'Approved', scene.reviewer.api).set('If-Match', '"change-request:1"'),
    );
    for (const { status, headers } of await Promise.all(states))
      expect([status, headers['etag']]).toEqual([404, expect.stringMatching(/^W/)]);
    await scene.author.api.delete(`${scene.path}/${body.id}`).expect(200);
  });

  test('requires as many approvals of different users as the environment', async () => {
    const one = await ChangeRequestScene.create(service, 2);
    const third = await one.member();
    const feature = await one.feature();
    const id = await one.inReview(on(feature));
    const first = await one.state(id, 'Approved', one.reviewer.api).expect(200);
    expect(first.body).toMatchObject({ state: 'In review', minApprovals: 2 });
    const again = await one.state(id, 'Approved', one.reviewer.api).expect(200);
    expect(again.body.approvals).toHaveLength(1);
    await one.state(id, 'Applied', one.reviewer.api).expect(409);
    expect((await one.state(id, 'Approved', third.api).expect(200)).body.state).toBe('Approved');
    await one.require(3);
    const { body } = await one.state(id, 'Applied', third.api).expect(409);
    expect(body).toMatchObject({
      name: 'ChangeRequestStateError',
      message: `The change request ${id} has 2 of 3 required approvals.`,
    });
    expect(await one.isOn(feature)).toBe(false);
    await one.require(2);
    await one.state(id, 'Applied', third.api).expect(200);
    expect(await one.isOn(feature)).toBe(true);
  });

  test('stays when its author is deleted or loses the permission', async () => {
    const one = await ChangeRequestScene.create(service, 2);
    const leaver = await one.member();
    const feature = await one.feature();
    const id = await one.inReview(on(feature));
    await one.state(id, 'Approved', leaver.api).expect(200);
    await one.state(id, 'Approved', one.reviewer.api).expect(200);
    await service.api.delete(`/api/admin/user-admin/${leaver.id}`).expect(200);
    const members = `/api/admin/projects/${one.project}/users/${one.reviewer.id}/roles`;
    await service.api.put(members, { roles: [] }).expect(200);
    await one.state(id, 'Applied', one.reviewer.api).expect(403);
    await one.state(id, 'Applied', one.author.api).expect(200);
    expect(await one.isOn(feature)).toBe(true);
  });

  test('starts over when the author edits the request', async () => {
    const feature = await scene.feature();
    const id = await scene.approved(on(feature));
    const { body } = await scene.author.api.get(`${scene.path}/${id}`).expect(200);
    const change = `${scene.path}/${id}/changes/${body.features[0].changes[0].id}`;
    const edited = await scene.author.api.put(change, off(feature)).expect(200);
    expect(edited.body).toMatchObject({ state: 'In review', approvals: [] });
    await scene.author.api.delete(change).expect(409);
    await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
  });

  test('can reject, after which nothing can be done', async () => {
    const feature = await scene.feature();
    const id = await scene.approved(on(feature));
    const rejected = await scene.state(id, 'Rejected', scene.reviewer.api, 'No').expect(200);
    expect(rejected.body).toMatchObject({ state: 'Rejected', approvals: [] });
    expect(rejected.body.rejections).toHaveLength(1);
    for (const state of ['In review', 'Approved', 'Applied', 'Cancelled', 'Rejected'])
      await scene.state(id, state, scene.reviewer.api).expect(409);
    expect(await scene.isOn(feature)).toBe(false);
    await scene.author.api.put(`${scene.path}/${id}/title`, { title: 'Late' }).expect(409);
  });

  test('is cancelled by the author or an administrator only', async () => {
    const id = await scene.approved(on(await scene.feature()));
    await scene.state(id, 'Cancelled', scene.reviewer.api).expect(403);
    const { body } = await scene.state(id, 'Cancelled', scene.author.api, 'Not yet').expect(200);
    expect(body.state).toBe('Cancelled');
    expect((await scene.events(2))[1]).toMatchObject({
      type: 'change-request-cancelled',
      data: { changeRequestId: id, comment: 'Not yet' },
    });
    const other = await scene.inReview(on(await scene.feature()));
    await scene.state(other, 'Cancelled', service.api).expect(200);
    await scene.state(id, 'Scheduled', scene.author.api).expect(400);
  });

  test('needs the permissions of the environment', async () => {
    const one = await ChangeRequestScene.create(service);
    const elsewhere = await role(service, 'custom', {
      name: 'APPROVE_CHANGE_REQUEST',
      environment: 'development',
    });
    const approver = await role(service, 'custom', {
      name: 'APPROVE_CHANGE_REQUEST',
      environment: 'production',
    });
    const [stranger, able] = [await somebody(service), await somebody(service)];
    await give(service, one.project, [elsewhere], { users: [stranger.id] });
    await give(service, one.project, [approver], { users: [able.id] });
    const id = await one.inReview(on(await one.feature()));
    const actionable = async ({ api }: typeof able): Promise<number> =>
      (await api.get(`${one.path}/actionable`).expect(200)).body.total;
    expect([await actionable(stranger), await actionable(able)]).toEqual([0, 1]);
    await one.state(id, 'Approved', stranger.api).expect(403);
    await one.state(id, 'Approved', able.api).expect(200);
    await one.state(id, 'Applied', able.api).expect(403);
    expect([await actionable(able), await actionable(one.reviewer)]).toEqual([0, 1]);
  });
});

describe('a conflict', () => {
  test('is shown, and refused with a list when applying', async () => {
    const [changed, same] = [await scene.feature({ on: true }), await scene.feature()];
    const id = await scene.approved([on(same), off(changed)]);
    const url = `${scene.at(changed, 'production')}/off?force=true&reason=emergency`;
    await service.api.post(url).expect(200);
    const { body: shown } = await scene.reviewer.api.get(`${scene.path}/${id}`).expect(200);
    const conflict = 'It has changed since the change was added.';
    expect(shown.features).toMatchObject([
      { name: same, changes: [{}] },
      { name: changed, conflict, changes: [{ conflict }] },
    ]);
    expect(shown.features[0]).not.toHaveProperty('conflict');
    const before = (await scene.events()).length;
    const { body } = await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
    expect(body).toMatchObject({
      name: 'ChangeRequestConflictError',
      conflicts: [
        {
          changeId: shown.features[1].changes[0].id,
          action: 'updateEnabled',
          feature: changed,
          conflict,
        },
      ],
    });
    expect((await scene.events()).length).toBe(before);
    expect(await scene.isOn(same)).toBe(false);
    const still = await scene.reviewer.api.get(`${scene.path}/${id}`).expect(200);
    expect(still.body.state).toBe('Approved');
  });

  test('is only about the strategy that is changed', async () => {
    const feature = await scene.feature({ on: true });
    const read = async (): Promise<{ id: string }[]> =>
      (await service.api.get(`${scene.at(feature, 'production')}/strategies`).expect(200)).body;
    const [strategy] = await read();
    const payload = {
      id: strategy!.id,
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: feature },
    };
    const id = await scene.approved({ action: 'updateStrategy', feature, payload });
    const added = { name: 'flexibleRollout', parameters: {}, constraints: [] };
    await scene.applied({ action: 'addStrategy', feature, payload: added });
    expect(await read()).toHaveLength(2);
    await scene.state(id, 'Applied', scene.reviewer.api).expect(200);
    const [first] = await read();
    expect(first).toMatchObject({ id: strategy!.id, parameters: { rollout: '50' } });
  });
});

describe('an application', () => {
  test('makes no change when one of them is impossible', async () => {
    const [feature, parent] = [await scene.feature(), await scene.feature()];
    const dependency = { action: 'addDependency', feature, payload: { feature: parent } };
    const id = await scene.approved([on(feature), dependency]);
    await scene.require(null);
    await service.api.delete(`${scene.at(parent)}`).expect(202);
    await scene.require(1);
    const { body } = await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
    expect(body).toMatchObject({ name: 'ChangeNotApplicableError' });
    expect(body.message).toContain('addDependency');
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('happens once when two users apply at the same time', async () => {
    const feature = await scene.feature();
    const id = await scene.approved(on(feature));
    const statuses = await Promise.all(
      [scene.author.api, scene.reviewer.api].map(
        async (api) => (await scene.state(id, 'Applied', api)).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 409]);
    const types = (await scene.events(10)).filter(({ type, changeRequestId }) => {
      return type === 'feature-environment-enabled' && changeRequestId === id;
    });
    expect(types).toHaveLength(1);
  });
});

test('titles, reviewers and comments are kept and recorded', async () => {
  const feature = await scene.feature();
  const id = await scene.inReview(on(feature));
  const { api } = scene.author;
  await api.put(`${scene.path}/${id}/title`, { title: 'Launch' }).expect(204);
  await scene.reviewer.api.put(`${scene.path}/${id}/title`, { title: 'Mine' }).expect(403);
  const approvers = `${scene.path}/${id}/approvers`;
  await api.put(approvers, { reviewers: [scene.author.id] }).expect(400);
  const viewer = await somebody(service);
  await api.put(approvers, { reviewers: [viewer.id] }).expect(400);
  await api.put(approvers, { reviewers: [scene.reviewer.id] }).expect(204);
  const { body } = await api.get(approvers).expect(200);
  expect(body.reviewers).toMatchObject([{ id: scene.reviewer.id }]);
  const available = await api.get(`${scene.path}/available-reviewers/production`).expect(200);
  const ids = available.body.reviewers.map((one: { id: number }) => one.id);
  expect(ids).toEqual(expect.arrayContaining([scene.author.id, scene.reviewer.id]));
  expect(ids).not.toContain(viewer.id);
  await scene.reviewer.api.post(`${scene.path}/${id}/comments`, { text: 'Why?' }).expect(204);
  await viewer.api.post(`${scene.path}/${id}/comments`, { text: 'Hm' }).expect(403);
  const shown = await api.get(`${scene.path}/${id}`).expect(200);
  expect(shown.body).toMatchObject({ title: 'Launch', comments: [{ text: 'Why?' }] });
  expect((await scene.events(3)).map(({ type }) => type)).toEqual([
    'change-request-comment-added',
    'change-request-reviewers-updated',
    'change-request-title-updated',
  ]);
  const search = '/api/admin/search/change-requests?state=IS:open&limit=5';
  const found = await api.get(`${search}&requestedApproverId=IS:${scene.reviewer.id}`).expect(200);
  expect(found.body).toMatchObject({
    total: 1,
    changeRequests: [{ id, title: 'Launch', features: [feature], segments: [] }],
  });
  const ofFeature = await scene.reviewer.api.get(`${scene.path}/pending/${feature}`).expect(200);
  expect(ofFeature.body).toMatchObject([{ id }]);
});

test('open change requests are listed in pages', async () => {
  const one = await ChangeRequestScene.create(service);
  const feature = await one.feature();
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) ids.unshift(await one.inReview(on(feature)));
  const idsAt = async (list: string): Promise<number[]> => {
    const { body } = await one.author.api.get(`${one.path}/${list}`).expect(200);
    return body.map(({ id }: { id: number }) => id);
  };
  for (const list of ['pending', `pending/${feature}`]) {
    expect(await idsAt(list)).toEqual(ids);
    expect(await idsAt(`${list}?limit=2`)).toEqual(ids.slice(0, 2));
    expect(await idsAt(`${list}?limit=2&offset=2`)).toEqual(ids.slice(2));
    expect(await idsAt(`${list}?limit=100`)).toEqual(ids);
  }
  for (const [n, id] of ids.entries()) {
    await one.state(id, 'Approved', one.reviewer.api).expect(200);
    const scheduledAt = new Date(Date.now() + 3_600_000 * (n + 1)).toISOString();
    const body = { state: 'Scheduled', scheduledAt };
    await one.author.api.put(`${one.path}/${id}/state`, body).expect(200);
  }
  expect(await idsAt('scheduled')).toEqual(ids);
  expect(await idsAt('scheduled?limit=1&offset=1')).toEqual([ids[1]]);
  const found = async (query: string): Promise<number[]> => {
    const path = `/api/admin/search/change-requests?feature=IS:${feature}&${query}`;
    const { body } = await one.author.api.get(path).expect(200);
    expect(body.total).toBe(body.changeRequests.length);
    return body.changeRequests.map(({ id }: { id: number }) => id);
  };
  await one.state(ids[0]!, 'Cancelled', one.author.api).expect(200);
  const last = await one.inReview(on(feature));
  expect(await found('state=IS:scheduled')).toEqual(ids.slice(1));
  expect(await found('state=IS:open')).toEqual([last, ...ids.slice(1)]);
  expect(await found('state=IS:closed')).toEqual([ids[0]]);
  expect(await found('')).toEqual([last, ...ids]);
});
