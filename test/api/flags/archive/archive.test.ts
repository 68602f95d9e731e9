import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const PROJECT = '/api/admin/projects/default';
const ARCHIVE = '/api/admin/archive';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const depend = (child: string, parent: string) =>
  service.api.post(`${at(child)}/dependencies`, { feature: parent }).expect(200);
const batch = (what: string, ...features: string[]) =>
  service.api.post(`${PROJECT}/${what}`, { features });
const isArchived = async (feature: string): Promise<boolean | undefined> => {
  const [row] = await service.sql<{ archived: boolean }>(
    'SELECT archived_at IS NOT NULL AS archived FROM feature WHERE name = $1',
    [feature],
  );
  return row?.archived;
};
const stages = async (feature: string): Promise<string[]> => {
  const { body } = await service.api.get(`${at(feature)}/lifecycle`).expect(200);
  return (body as { stage: string }[]).map((one) => one.stage);
};

describe('archiving a feature', () => {
  test('takes it out of sight, and leaves its environments as they are', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const archived = await service.api.delete(at(feature)).expect(202);
    expect(archived.text).toBe('');
    await service.api.get(at(feature)).expect(404);
    expect((await service.api.get(at(feature, 'production')).expect(200)).body.enabled).toBe(true);
    expect((await eventsOf(service, feature)).at(-1)).toMatchObject({
      type: 'feature-archived',
      project: 'default',
      data: null,
      preData: null,
    });
    expect(await stages(feature)).toEqual(['initial', 'archived']);
  });

  test('changes nothing and records nothing when it is archived already', async () => {
    const feature = await service.given.feature();
    await service.api.delete(at(feature)).expect(202);
    const before = await service.sql('SELECT * FROM feature WHERE name = $1', [feature]);
    await service.api.delete(at(feature)).expect(202);
    await batch('archive', feature).expect(202);
    expect(await service.sql('SELECT * FROM feature WHERE name = $1', [feature])).toEqual(before);
    expect(await eventTypesOf(service, feature)).toEqual(['feature-created', 'feature-archived']);
  });

  test('makes it independent of its parents', async () => {
    const [child, parent] = [await service.given.feature(), await service.given.feature()];
    await depend(child, parent);
    await service.api.delete(at(child)).expect(202);
    expect((await service.api.get(at(parent)).expect(200)).body.children).toEqual([]);
    expect((await eventTypesOf(service, child)).slice(-2)).toEqual([
      'feature-archived',
      'feature-dependencies-removed',
    ]);
  });

  test('is refused while others depend on it', async () => {
    const [child, parent] = [await service.given.feature(), await service.given.feature()];
    await depend(child, parent);
    const { body } = await service.api.delete(at(parent)).expect(403);
    expect(body).toMatchObject({
      name: 'InvalidOperationError',
      message: expect.stringContaining(child),
    });
    expect(await isArchived(parent)).toBe(false);
    expect(await eventTypesOf(service, parent)).toEqual(['feature-created']);
  });

  test('is refused for a feature that the project does not have', async () => {
    const feature = await service.given.feature();
    await service.api.delete(at('no-such-feature')).expect(404);
    await service.api.delete(`/api/admin/projects/nowhere/features/${feature}`).expect(404);
    expect(await isArchived(feature)).toBe(false);
  });

  test('records one event for many calls at once', async () => {
    const feature = await service.given.feature();
    await Promise.all(
      Array.from({ length: 12 }, () => service.api.delete(at(feature)).expect(202)),
    );
    expect(await eventTypesOf(service, feature)).toEqual(['feature-created', 'feature-archived']);
  });
});

describe('archiving a batch', () => {
  test('archives what can be archived, and passes over unknown and repeated names', async () => {
    const [one, two] = [await service.given.feature(), await service.given.feature()];
    await batch('archive', one, 'no-such-feature', two, one).expect(202);
    expect([await isArchived(one), await isArchived(two)]).toEqual([true, true]);
    for (const feature of [one, two])
      expect(await eventTypesOf(service, feature)).toEqual(['feature-created', 'feature-archived']);
  });

  test('takes parents and their children together', async () => {
    const [child, parent] = [await service.given.feature(), await service.given.feature()];
    await depend(child, parent);
    await batch('archive', parent, child).expect(202);
    expect([await isArchived(parent), await isArchived(child)]).toEqual([true, true]);
    expect(
      await service.sql('SELECT FROM feature_dependency WHERE parent = $1', [parent]),
    ).toHaveLength(0);
  });

  test('archives none when one of them is depended upon', async () => {
    const [child, parent, other] = [
      await service.given.feature(),
      await service.given.feature(),
      await service.given.feature(),
    ];
    await depend(child, parent);
    await batch('archive', other, parent).expect(403);
    expect([await isArchived(parent), await isArchived(other)]).toEqual([false, false]);
    for (const feature of [parent, other])
      expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);
  });

  test('is refused without a list, and in an unknown project', async () => {
    await service.api.post(`${PROJECT}/archive`, {}).expect(400);
    await service.api.post('/api/admin/projects/nowhere/archive', { features: [] }).expect(404);
    await batch('archive').expect(202);
  });

  test('is looked at beforehand', async () => {
    const [child, parent, other] = [
      await service.given.feature(),
      await service.given.feature(),
      await service.given.feature(),
    ];
    await depend(child, parent);
    const verdict = async (...names: string[]): Promise<unknown> =>
      (await batch('archive/validate', ...names).expect(200)).body;
    expect(await verdict(other, 'no-such-feature')).toEqual({
      parentsWithChildFeatures: [],
      hasDeletedDependencies: false,
    });
    expect(await verdict(parent, other)).toEqual({
      parentsWithChildFeatures: [parent],
      hasDeletedDependencies: true,
    });
    expect(await verdict(parent, child)).toEqual({
      parentsWithChildFeatures: [],
      hasDeletedDependencies: true,
    });
    await service.api.post(`${PROJECT}/archive/validate`, {}).expect(400);
    await service.api
      .post('/api/admin/projects/nowhere/archive/validate', { features: [] })
      .expect(404);
  });
});

describe('the archive', () => {
  test('lists archived features, of all projects or of one', async () => {
    const feature = await service.given.feature({
      type: 'kill-switch',
      description: 'put away',
      stale: true,
    });
    await service.api.delete(at(feature)).expect(202);
    const all = (await service.api.get(`${ARCHIVE}/features`).expect(200)).body;
    const own = (await service.api.get(`${ARCHIVE}/features/default`).expect(200)).body;
    for (const list of [all, own]) {
      expect(list.version).toBe(2);
      expect(list.features.find((one: { name: string }) => one.name === feature)).toEqual({
        name: feature,
        type: 'kill-switch',
        description: 'put away',
        project: 'default',
        stale: true,
        createdAt: expect.stringMatching(/Z$/),
        impressionData: false,
        lastSeenAt: null,
        archivedAt: expect.stringMatching(/Z$/),
        environments: [],
      });
    }
    expect((await service.api.get(`${ARCHIVE}/features/nowhere`).expect(200)).body).toEqual({
      version: 2,
      features: [],
    });
  });
});

describe('reviving a feature', () => {
  test('brings the feature back with everything it had, off in every environment', async () => {
    const feature = await service.given.feature({
      enabledIn: ['development', 'production'],
      stale: true,
      tags: [{ type: 'simple', value: 'kept' }],
    });
    await service.api.delete(at(feature)).expect(202);
    const revived = await service.api.post(`${ARCHIVE}/revive/${feature}`).expect(200);
    expect(revived.text).toBe('');
    const { body } = await service.api.get(at(feature)).expect(200);
    expect(body).toMatchObject({
      enabled: false,
      archived: false,
      archivedAt: null,
      stale: true,
      tags: [{ type: 'simple', value: 'kept' }],
    });
    expect(
      body.environments.map((e: { enabled: boolean; strategies: unknown[] }) => [
        e.enabled,
        e.strategies.length,
      ]),
    ).toEqual([
      [false, 1],
      [false, 1],
    ]);
    expect((await eventsOf(service, feature)).at(-1)).toMatchObject({
      type: 'feature-revived',
      data: null,
      preData: null,
    });
    expect(await stages(feature)).toEqual(['initial']);
  });

  test('changes nothing and records nothing when the feature is not archived', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const before = await eventTypesOf(service, feature);
    await service.api.post(`${ARCHIVE}/revive/${feature}`).expect(200);
    await batch('revive', feature, 'no-such-feature').expect(200);
    expect((await service.api.get(at(feature)).expect(200)).body.enabled).toBe(true);
    expect(await eventTypesOf(service, feature)).toEqual(before);
  });

  test('is refused for an unknown feature, without a list, in an unknown project', async () => {
    await service.api.post(`${ARCHIVE}/revive/no-such-feature`).expect(404);
    await service.api.post(`${PROJECT}/revive`, {}).expect(400);
    await service.api.post('/api/admin/projects/nowhere/revive', { features: [] }).expect(404);
  });

  test('is refused as a whole when the project has no room for all, and when it is archived', async () => {
    const project = await service.given.project({ featureLimit: 2 });
    const features = [unique(), unique(), unique()];
    const place = `/api/admin/projects/${project}`;
    for (const name of features)
      await service.api.post(`${place}/features`, { name, archived: true }).expect(201);
    expect((await service.api.post(`${place}/revive`, { features }).expect(403)).body.name).toBe(
      'InvalidOperationError',
    );
    for (const feature of features) expect(await isArchived(feature)).toBe(true);
    const answers = await Promise.all(
      features.map((feature) => service.api.post(`${ARCHIVE}/revive/${feature}`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 403]);

    await service.api.post(`${place}/archive`, { features }).expect(202);
    await service.api.post(`/api/admin/projects/archive/${project}`).expect(200);
    await service.api.post(`${ARCHIVE}/revive/${features[0]}`).expect(404);
    await service.api.post(`${place}/revive`, { features }).expect(404);
    expect(await isArchived(features[0]!)).toBe(true);
  });

  test('revives a batch', async () => {
    const [one, two] = [
      await service.given.feature({ archived: true }),
      await service.given.feature({ archived: true }),
    ];
    await batch('revive', one, two).expect(200);
    expect([await isArchived(one), await isArchived(two)]).toEqual([false, false]);
    for (const feature of [one, two])
      expect(await eventTypesOf(service, feature)).toEqual(['feature-created', 'feature-revived']);
  });
});

describe('deleting an archived feature', () => {
  test('removes an archived feature for good, and frees its name', async () => {
    const feature = await service.given.feature({
      enabledIn: ['production'],
      tags: [{ type: 'simple', value: 'gone' }],
    });
    await service.api.delete(at(feature)).expect(202);
    const deleted = await service.api.delete(`${ARCHIVE}/${feature}`).expect(200);
    expect(deleted.text).toBe('');
    expect(await isArchived(feature)).toBeUndefined();
    expect((await eventsOf(service, feature)).at(-1)).toMatchObject({
      type: 'feature-deleted',
      project: 'default',
      data: null,
      preData: {
        name: feature,
        archived: true,
        archivedAt: expect.any(String),
        type: 'release',
        project: 'default',
      },
      tags: [{ type: 'simple', value: 'gone' }],
    });
    await service.given.feature({ name: feature });
    expect((await service.api.get(at(feature)).expect(200)).body).toMatchObject({
      enabled: false,
      tags: [],
      strategies: [],
    });
  });

  test('is refused for a live feature', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const before = await service.api.get(at(feature)).expect(200);
    const { body } = await service.api.delete(`${ARCHIVE}/${feature}`).expect(403);
    expect(body).toMatchObject({
      name: 'InvalidOperationError',
      message: expect.stringContaining('Only archived features can be deleted'),
    });
    expect((await service.api.get(at(feature)).expect(200)).body).toEqual(before.body);
    expect(await eventTypesOf(service, feature)).not.toContain('feature-deleted');
  });

  test('is refused for an unknown feature, without a list, in an unknown project', async () => {
    await service.api.delete(`${ARCHIVE}/no-such-feature`).expect(404);
    await service.api.post(`${PROJECT}/delete`, {}).expect(400);
    await service.api.post('/api/admin/projects/nowhere/delete', { features: [] }).expect(404);
  });

  test('skips unknown names of a batch, and refuses a batch with a live feature', async () => {
    const [archived, live] = [
      await service.given.feature({ archived: true }),
      await service.given.feature(),
    ];
    const { body } = await batch('delete', archived, live, 'no-such-feature').expect(403);
    expect(body).toMatchObject({
      name: 'InvalidOperationError',
      message: expect.stringContaining(`"${live}" is not archived`),
    });
    expect([await isArchived(archived), await isArchived(live)]).toEqual([true, false]);
    for (const feature of [archived, live])
      expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);

    await batch('delete', archived, 'no-such-feature').expect(200);
    expect(await isArchived(archived)).toBeUndefined();
    expect(await eventTypesOf(service, archived)).toEqual(['feature-created', 'feature-deleted']);
  });

  test('works at once after archiving and after creating, whatever happens at the same time', async () => {
    const features = await Promise.all(
      Array.from({ length: 6 }, () => service.given.feature({ enabledIn: ['development'] })),
    );
    await Promise.all(
      features.flatMap((feature) => [
        service.api.delete(at(feature)).expect(202),
        service.api
          .post(`${at(feature, 'development')}/off`)
          .then((answer) => expect([200, 400, 404]).toContain(answer.status)),
      ]),
    );
    await batch('delete', ...features).expect(200);
    for (const feature of features) {
      expect(await isArchived(feature)).toBeUndefined();
      expect(
        (await eventTypesOf(service, feature)).filter((type) => type === 'feature-deleted'),
      ).toHaveLength(1);
    }
  });
});
