import { give, role, somebody } from '../../../support/access.js';
import { type Api, at, FEATURES } from '../../../support/api.js';
import { deleteSegmentOfArchived } from '../../../support/former-versions.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo as undoEvent } from '../../../support/undoing.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const latest = (type: string): Promise<number> => latestEvent(service, type);
const undo = (id: number, api?: Api, query = '') => undoEvent(service, id, query, api);

/**
 * Expects that undoing an event is refused and changes nothing.
 * @returns The message.
 */
async function refusal(id: number, query = ''): Promise<string> {
  const before = await service.sql('SELECT max(id) AS id FROM event');
  const { body } = await undo(id, service.api, query).expect(409);
  expect(await service.sql('SELECT max(id) AS id FROM event')).toEqual(before);
  const preview = await service.api.get(`/api/admin/events/${id}/undo${query}`).expect(200);
  expect(preview.body).toMatchObject({ isPossible: false, reason: body.message, events: [] });
  return body.message as string;
}

const strategiesOf = (feature: string): string => `${at(feature, 'production')}/strategies`;
const strategy = async (feature: string, properties = {}): Promise<string> =>
  (await service.api.post(strategiesOf(feature), { name: 'default', ...properties }).expect(200))
    .body.id;
const segment = async (properties = {}): Promise<{ id: number; name: string }> =>
  (
    await service.api
      .post('/api/admin/segments', { name: unique('segment'), constraints: [], ...properties })
      .expect(201)
  ).body;

describe('when the state has changed since, undoing is refused:', () => {
  test('a strategy that was changed', async () => {
    const feature = await service.given.feature();
    const id = await strategy(feature);
    const added = await latest('feature-strategy-add');
    await service.api
      .put(`${strategiesOf(feature)}/${id}`, { name: 'default', title: 'Other' })
      .expect(200);
    expect(await refusal(added)).toBe(
      `The strategy "${id}" has changed since; this is different now: title.`,
    );
    const updated = await latest('feature-strategy-update');
    await service.api.delete(`${strategiesOf(feature)}/${id}`).expect(200);
    expect(await refusal(updated)).toContain(id);
  });

  test('a strategy that keeps its feature on', async () => {
    const feature = await service.given.feature();
    await strategy(feature);
    const added = await latest('feature-strategy-add');
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    expect(await refusal(added)).toContain('feature-environment-disabled');
  });

  test('the strategies of a feature that was turned off', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const turnedOff = await latest('feature-environment-disabled');
    const { body } = await service.api.get(strategiesOf(feature)).expect(200);
    await service.api.delete(`${strategiesOf(feature)}/${body[0].id}`).expect(200);
    expect(await refusal(turnedOff)).toContain('no longer has an enabled strategy');
  });

  test('a segment that was changed, is used, or whose name is taken', async () => {
    const { id, name } = await segment();
    const created = await latest('segment-created');
    await service.api.put(`/api/admin/segments/${id}`, { name, constraints: [], description: 'x' });
    expect(await refusal(created)).toContain('this is different now: description');
    const used = await segment();
    const createdToo = await latest('segment-created');
    await strategy(await service.given.feature(), { segments: [used.id] });
    expect(await refusal(createdToo)).toContain(used.name);
    await service.api.delete(`/api/admin/segments/${id}`).expect(204);
    const deleted = await latest('segment-deleted');
    await segment({ name });
    expect(await refusal(deleted)).toContain(name);
  });

  test('a segment that an earlier version removed from archived features', async () => {
    const { id } = await segment();
    const feature = await service.given.feature();
    await strategy(feature, { segments: [id] });
    await service.api.delete(`${FEATURES}/${feature}`).expect(202);
    await deleteSegmentOfArchived(service, id);
    expect(await refusal(await latest('segment-deleted'))).toContain('archived features');
  });

  test('a feature that was deleted and created again', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const turnedOff = await latest('feature-environment-disabled');
    await service.api.delete(`${FEATURES}/${feature}`).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    await service.given.feature({ name: feature, enabledIn: ['production'] });
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    expect(await refusal(turnedOff)).toContain('something else has the same name');
  });

  test('a revived feature that was turned on', async () => {
    const feature = await service.given.feature();
    await service.api.delete(`${FEATURES}/${feature}`).expect(202);
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    expect(await refusal(await latest('feature-revived'))).toContain('is on in "production"');
  });

  test('a tag that was removed, and a stale mark', async () => {
    const feature = await service.given.feature();
    const path = `/api/admin/features/${feature}/tags`;
    const value = unique('tag');
    await service.api.post(path, { type: 'simple', value }).expect(201);
    const tagged = await latest('feature-tagged');
    await service.api.delete(`${path}/simple/${value}`).expect(200);
    expect(await refusal(tagged)).toContain('has no effect any more');
    const stale = (is: boolean) =>
      service.api.post('/api/admin/projects/default/stale', { features: [feature], stale: is });
    await stale(true);
    const marked = await latest('feature-stale-on');
    await stale(false);
    expect(await refusal(marked)).toContain('has no effect any more');
  });

  test('a project, an environment and a context field', async () => {
    const id = await service.given.project();
    const put = (properties: object) =>
      service.api.put(`/api/admin/projects/${id}`, { name: id, ...properties }).expect(200);
    await put({ description: 'One' });
    const updated = await latest('project-updated');
    await put({ description: 'Two' });
    expect(await refusal(updated)).toContain('this is different now: description');
    const environment = await service.given.environment();
    const sort = (sortOrder: number) =>
      service.api.put('/api/admin/environments/sort-order', { [environment]: sortOrder });
    const path = `/api/admin/environments/update/${environment}`;
    await service.api.put(path, { type: 'production' }).expect(200);
    const changed = await latest('environment-updated');
    await sort(99).expect(200);
    expect(await refusal(changed)).toContain('this is different now: sortOrder');
    const name = unique('field');
    await service.api.post('/api/admin/context', { name }).expect(201);
    const created = await latest('context-field-created');
    await service.api.put(`/api/admin/context/${name}`, { stickiness: true }).expect(200);
    expect(await refusal(created)).toContain('this is different now: stickiness');
  });

  test('a tag that features have', async () => {
    const value = unique('tag');
    await service.api.post('/api/admin/tags', { type: 'simple', value }).expect(201);
    const created = await latest('tag-created');
    const path = `/api/admin/features/${await service.given.feature()}/tags`;
    await service.api.post(path, { type: 'simple', value }).expect(201);
    expect(await refusal(created)).toContain(`Features have the tag "simple:${value}"`);
    await service.api.delete(`/api/admin/tags/simple/${value}`).expect(200);
    expect(await refusal(await latest('tag-deleted'))).toContain('also removed from features');
  });

  test('an environment of a project in which features are on', async () => {
    const id = await service.given.project();
    const environment = await service.given.environment();
    const path = `/api/admin/projects/${id}`;
    await service.api.post(`${path}/environments`, { environment }).expect(200);
    const added = await latest('project-environment-added');
    const name = unique();
    await service.api.post(`${path}/features`, { name }).expect(201);
    await service.api.post(`${path}/features/${name}/environments/${environment}/on`).expect(200);
    expect(await refusal(added)).toBe(`Features of "${id}" are on in "${environment}".`);
  });

  test('a dependency', async () => {
    const [child, parent, other] = [
      await service.given.feature(),
      await service.given.feature(),
      await service.given.feature(),
    ];
    const path = `${FEATURES}/${child}/dependencies`;
    await service.api.post(path, { feature: parent }).expect(200);
    const added = await latest('feature-dependency-added');
    await service.api.post(path, { feature: other }).expect(200);
    expect(await refusal(added)).toContain(`What "${child}" depends on has changed since`);
  });
});

test('an undo never overwrites a concurrent change of the same thing', async () => {
  for (let round = 0; round < 8; round++) {
    const name = unique('field');
    await service.api.post('/api/admin/context', { name, description: 'One' }).expect(201);
    const path = `/api/admin/context/${name}`;
    await service.api.put(path, { description: 'Two' }).expect(200);
    const updated = await latest('context-field-updated');
    const [undone] = await Promise.all([
      undo(updated),
      service.api.put(path, { description: 'Three' }).expect(200),
    ]);
    expect((await service.api.get(path).expect(200)).body.description).toBe('Three');
    const events = await service.sql<{ undoes: string | null; before: string }>(
      `SELECT undoes, pre_data ->> 'description' AS before FROM event
        WHERE type = 'context-field-updated' AND data ->> 'name' = $1 AND id > $2 ORDER BY id`,
      [name, updated],
    );
    // Either it was undone before the change, or not at all.
    expect(events).toEqual(
      undone.status === 200
        ? [
            { undoes: String(updated), before: 'Two' },
            { undoes: null, before: 'One' },
          ]
        : [{ undoes: null, before: 'Two' }],
    );
    expect([200, 409]).toContain(undone.status);
  }
});

describe('a change of several events', () => {
  test('is undone in the right order', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const { body } = await service.api.get(strategiesOf(feature)).expect(200);
    await service.api.delete(`${strategiesOf(feature)}/${body[0].id}`).expect(200);
    const removed = await latest('feature-strategy-remove');
    const undone = await undo(removed, service.api, '?scope=change').expect(200);
    expect(undone.body.events.map(({ type }: { type: string }) => type)).toEqual([
      'feature-strategy-add',
      'feature-environment-enabled',
    ]);
    expect((await service.api.get(strategiesOf(feature)).expect(200)).body).toEqual(body);
  });

  test('includes the default strategy that turning on has added', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const turnedOn = await latest('feature-environment-enabled');
    await undo(turnedOn, service.api, '?scope=change').expect(200);
    expect((await service.api.get(strategiesOf(feature)).expect(200)).body).toEqual([]);
  });

  test('includes the dependency that archiving has removed, and the mark as stale', async () => {
    const [child, parent] = [await service.given.feature(), await service.given.feature()];
    await service.api.post(`${FEATURES}/${child}/dependencies`, { feature: parent }).expect(200);
    await service.api.delete(`${FEATURES}/${child}`).expect(202);
    await undo(await latest('feature-archived'), service.api, '?scope=change').expect(200);
    const { body } = await service.api.get(`${FEATURES}/${child}`).expect(200);
    expect(body.dependencies).toMatchObject([{ feature: parent }]);
    const patch = [{ op: 'replace', path: '/stale', value: true }];
    await service.api.patch(`${FEATURES}/${child}`, patch).expect(200);
    await undo(await latest('feature-stale-on'), service.api, '?scope=change').expect(200);
    expect((await service.api.get(`${FEATURES}/${child}`).expect(200)).body.stale).toBe(false);
  });

  test('is refused when a part of it has been undone alone, which is named', async () => {
    await service.given.feature({ enabledIn: ['production'] });
    const turnedOn = await latest('feature-environment-enabled');
    const alone = (await undo(turnedOn).expect(200)).body.events[0].id as number;
    const message = await refusal(await latest('feature-strategy-add'), '?scope=change');
    expect(message).toBe(
      `Event ${turnedOn} was undone by event ${alone}. To change it again, undo event ${alone}.`,
    );
  });

  test('is refused as a whole when a part cannot be undone', async () => {
    const tags = [{ type: 'simple', value: unique('tag') }];
    const feature = await service.given.feature({ tags });
    const message = await refusal(await latest('feature-tagged'), '?scope=change');
    expect(message).toContain('feature-created');
    await undo(await latest('feature-tagged')).expect(200);
    const { body } = await service.api.get(`/api/admin/features/${feature}/tags`).expect(200);
    expect(body.tags).toEqual([]);
  });
});

describe('the permission of the inverse operation is needed:', () => {
  /** Creates a user who has only these permissions in a protected project. */
  const holder = async (project: string, ...permissions: string[]): Promise<Api> => {
    const one = await somebody(service);
    await give(service, project, [await role(service, 'custom', ...permissions)], {
      users: [one.id],
    });
    return one.api;
  };
  const inProject = (project: string, feature: string): string =>
    `/api/admin/projects/${project}/features/${feature}`;

  test('to turn on, turning off is not enough, and the reverse', async () => {
    const project = await service.given.project({ mode: 'protected' });
    const feature = unique();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: feature })
      .expect(201);
    const place = `${inProject(project, feature)}/environments/production`;
    await service.api.post(`${place}/on`).expect(200);
    const turnedOn = await latest('feature-environment-enabled');
    const api = await holder(project, 'DISABLE_FEATURE_ENVIRONMENT');
    const turnedOff = (await undo(turnedOn, api).expect(200)).body.events[0].id as number;
    const { body } = await undo(turnedOff, api).expect(403);
    expect(body).toMatchObject({
      name: 'PermissionError',
      permissions: ['UPDATE_FEATURE_ENVIRONMENT'],
    });
    const preview = await api.get(`/api/admin/events/${turnedOff}/undo`).expect(200);
    expect(preview.body).toMatchObject({
      isPossible: false,
      permissions: [{ anyOf: ['UPDATE_FEATURE_ENVIRONMENT'], project, isGranted: false }],
    });
    await undo(turnedOff, await holder(project, 'UPDATE_FEATURE_ENVIRONMENT')).expect(200);
  });

  test('in the environment of the event', async () => {
    const project = await service.given.project({ mode: 'protected' });
    const feature = unique();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: feature })
      .expect(201);
    const place = `${inProject(project, feature)}/environments/production/strategies`;
    await service.api.post(place, { name: 'default' }).expect(200);
    const added = await latest('feature-strategy-add');
    const one = await somebody(service);
    const elsewhere = { name: 'DELETE_FEATURE_STRATEGY', environment: 'development' };
    await give(service, project, [await role(service, 'custom', elsewhere)], { users: [one.id] });
    await undo(added, one.api).expect(403);
    await undo(added, await holder(project, 'CREATE_FEATURE_STRATEGY')).expect(403);
    await undo(added, await holder(project, 'DELETE_FEATURE_STRATEGY')).expect(200);
  });

  test('to revive what was on, also that of turning on', async () => {
    const project = await service.given.project({ mode: 'protected' });
    const feature = unique();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: feature })
      .expect(201);
    const path = inProject(project, feature);
    await service.api.post(`${path}/environments/production/on`).expect(200);
    await service.api.delete(path).expect(202);
    const archived = await latest('feature-archived');
    const api = await holder(project, 'UPDATE_FEATURE');
    await undo(archived, api).expect(403);
    await service.api.get(path).expect(404);
    const both = await holder(project, 'UPDATE_FEATURE', 'UPDATE_FEATURE_ENVIRONMENT');
    await undo(archived, both).expect(200);
  });

  test('for the whole instance, and with the limits of who may assign roles', async () => {
    const viewer = await somebody(service);
    const { id } = await segment();
    await service.api.delete(`/api/admin/segments/${id}`).expect(204);
    await undo(await latest('segment-deleted'), viewer.api).expect(403);
    const name = unique('field');
    await service.api.post('/api/admin/context', { name }).expect(201);
    await undo(await latest('context-field-created'), viewer.api).expect(403);
    const project = await service.given.project({ mode: 'protected' });
    const strong = await role(service, 'custom', 'DELETE_PROJECT');
    await give(service, project, [strong], { users: [viewer.id] });
    await service.api.delete(`/api/admin/projects/${project}/users/${viewer.id}/roles`).expect(200);
    const removed = await latest('project-access-user-roles-deleted');
    await undo(removed, await holder(project, 'PROJECT_USER_ACCESS_WRITE')).expect(409);
    await undo(removed).expect(200);
  });

  test('events of hidden projects do not exist', async () => {
    const project = await service.given.project({ mode: 'private' });
    const feature = unique();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: feature })
      .expect(201);
    await service.api.post(`${inProject(project, feature)}/environments/production/on`).expect(200);
    const turnedOn = await latest('feature-environment-enabled');
    const editor = await somebody(service, 'Editor');
    await undo(turnedOn, editor.api).expect(404);
    await editor.api.get(`/api/admin/events/${turnedOn}/undo`).expect(404);
  });
});
