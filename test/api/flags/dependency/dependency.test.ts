import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const add = (child: string, body: object) => service.api.post(`${at(child)}/dependencies`, body);
const features = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => service.given.feature()));
/** Stores several parents of a feature, which earlier versions allowed. */
const several = (child: string, parents: string[]) =>
  service.sql(
    'INSERT INTO feature_dependency (child, parent, enabled) SELECT $1, unnest($2::text[]), true',
    [child, parents],
  );
const parentsOf = async (child: string): Promise<unknown> =>
  (await service.api.get(at(child)).expect(200)).body.dependencies;
const childrenOf = async (parent: string): Promise<unknown> =>
  (await service.api.get(at(parent)).expect(200)).body.children;

describe('a dependency', () => {
  test('is shown on both sides, and recorded', async () => {
    const [child, parent] = (await features(2)) as [string, string];
    expect((await add(child, { feature: parent }).expect(200)).text).toBe('');
    expect(await parentsOf(child)).toEqual([{ feature: parent, enabled: true, variants: [] }]);
    expect(await childrenOf(parent)).toEqual([child]);
    expect((await eventsOf(service, child)).slice(1)).toMatchObject([
      {
        type: 'feature-dependency-added',
        project: 'default',
        data: { feature: parent, enabled: true },
        preData: null,
      },
    ]);
    expect(await eventTypesOf(service, parent)).toEqual(['feature-created']);
  });

  test('is replaced by another on the same parent, and left alone by the same', async () => {
    const [child, parent] = (await features(2)) as [string, string];
    await add(child, { feature: parent }).expect(200);
    await add(child, { feature: parent, enabled: true }).expect(200);
    await add(child, { feature: parent, variants: ['one', 'two'] }).expect(200);
    expect(await parentsOf(child)).toEqual([
      { feature: parent, enabled: true, variants: ['one', 'two'] },
    ]);
    await add(child, { feature: parent, enabled: false, variants: ['one'] }).expect(200);
    expect(await parentsOf(child)).toEqual([{ feature: parent, enabled: false, variants: [] }]);
    expect((await eventsOf(service, child)).slice(1).map((event) => event.data)).toEqual([
      { feature: parent, enabled: true },
      { feature: parent, enabled: true, variants: ['one', 'two'] },
      { feature: parent, enabled: false },
    ]);
  });

  test('on another parent replaces the one that there is, and is recorded once', async () => {
    const [child, one, two] = (await features(3)) as [string, string, string];
    await add(child, { feature: one, variants: ['red'] }).expect(200);
    await add(child, { feature: two, enabled: false }).expect(200);
    expect(await parentsOf(child)).toEqual([{ feature: two, enabled: false, variants: [] }]);
    expect(await childrenOf(one)).toEqual([]);
    expect(await childrenOf(two)).toEqual([child]);
    expect((await eventsOf(service, child)).slice(1)).toMatchObject([
      { type: 'feature-dependency-added', data: { feature: one, variants: ['red'] } },
      {
        type: 'feature-dependency-added',
        data: { feature: two, enabled: false },
        preData: { dependencies: [{ feature: one, enabled: true, variants: ['red'] }] },
      },
    ]);
    await service.api.delete(at(one)).expect(202);
  });

  test('without variants is the same as with an empty list of them', async () => {
    const [child, parent] = (await features(2)) as [string, string];
    await add(child, { feature: parent }).expect(200);
    await add(child, { feature: parent, variants: [] }).expect(200);
    expect(await eventTypesOf(service, child)).toEqual([
      'feature-created',
      'feature-dependency-added',
    ]);
  });

  test('replaces all that a feature has from before, also when it is one of them', async () => {
    const [child, one, two] = (await features(3)) as [string, string, string];
    await several(child, [one, two]);
    expect(await parentsOf(child)).toHaveLength(2);
    await add(child, { feature: one }).expect(200);
    expect(await parentsOf(child)).toEqual([{ feature: one, enabled: true, variants: [] }]);
    expect((await eventsOf(service, child)).slice(1)).toMatchObject([
      { type: 'feature-dependency-added', data: { feature: one, enabled: true } },
    ]);
  });

  test('can be removed, alone and with all others; to remove what is not there records nothing', async () => {
    const [child, one, two, three] = (await features(4)) as [string, string, string, string];
    await several(child, [one, two, three]);
    const before = await eventTypesOf(service, child);
    await service.api.delete(`${at(child)}/dependencies/${one}`).expect(200);
    await service.api.delete(`${at(child)}/dependencies/${one}`).expect(200);
    await service.api.delete(`${at(child)}/dependencies/no-such-feature`).expect(200);
    expect(await childrenOf(one)).toEqual([]);
    await service.api.delete(`${at(child)}/dependencies`).expect(200);
    await service.api.delete(`${at(child)}/dependencies`).expect(200);
    expect(await parentsOf(child)).toEqual([]);
    expect((await eventsOf(service, child)).slice(before.length)).toMatchObject([
      {
        type: 'feature-dependency-removed',
        data: { feature: one },
        preData: { feature: one, enabled: true, variants: [] },
      },
      {
        type: 'feature-dependencies-removed',
        data: null,
        preData: {
          dependencies: expect.arrayContaining([
            { feature: two, enabled: true, variants: [] },
            { feature: three, enabled: true, variants: [] },
          ]),
        },
      },
    ]);
  });
});

describe('a dependency is refused, and changes nothing,', () => {
  const refused = async (child: string, parent: string): Promise<void> => {
    const before = await eventTypesOf(service, child);
    expect((await add(child, { feature: parent }).expect(403)).body.name).toBe(
      'InvalidOperationError',
    );
    expect(await eventTypesOf(service, child)).toEqual(before);
    expect(
      await service.sql('SELECT FROM feature_dependency WHERE child = $1 AND parent = $2', [
        child,
        parent,
      ]),
    ).toHaveLength(0);
  };

  test('on itself', async () => {
    const feature = await service.given.feature();
    await refused(feature, feature);
  });

  test('on a feature that has a parent, and of a feature that has children', async () => {
    const [a, b, c] = (await features(3)) as [string, string, string];
    await add(a, { feature: b }).expect(200);
    await refused(c, a);
    await refused(b, c);
    await refused(b, a);
  });

  test('on a feature that is archived, unknown, or of another project', async () => {
    const child = await service.given.feature();
    const archived = await service.given.feature({ archived: true });
    const elsewhere = await service.given.feature();
    await service.sql(
      "INSERT INTO project (id, name) VALUES ('elsewhere', 'Elsewhere') ON CONFLICT DO NOTHING",
    );
    await service.sql("UPDATE feature SET project = 'elsewhere' WHERE name = $1", [elsewhere]);
    for (const parent of [archived, 'no-such-feature', elsewhere]) await refused(child, parent);
  });

  test('of a feature that is archived or unknown', async () => {
    const parent = await service.given.feature();
    const archived = await service.given.feature({ archived: true });
    expect((await add(archived, { feature: parent }).expect(400)).body.name).toBe(
      'ArchivedFeatureError',
    );
    await service.api.delete(`${at(archived)}/dependencies`).expect(400);
    await add('no-such-feature', { feature: parent }).expect(404);
    await service.api.delete(`${at('no-such-feature')}/dependencies/${parent}`).expect(404);
    await service.api
      .post(`/api/admin/projects/nowhere/features/${parent}/dependencies`, { feature: parent })
      .expect(404);
    expect(await childrenOf(parent)).toEqual([]);
  });

  test('without a parent, or with what is no condition', async () => {
    const [child, parent] = (await features(2)) as [string, string];
    for (const body of [
      {},
      { feature: '' },
      { feature: parent, enabled: 'perhaps' },
      { feature: parent, variants: 'one' },
    ]) {
      await add(child, body).expect(400);
    }
    expect(await parentsOf(child)).toEqual([]);
  });
});

describe('requests that come at the same moment:', () => {
  test('two dependencies never make a chain or a circle', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b, c] = (await features(3)) as [string, string, string];
      const chain = await Promise.all([
        add(a, { feature: b }),
        add(b, { feature: c }),
        add(c, { feature: a }),
      ]);
      expect(chain.map((answer) => answer.status).sort()).toEqual([200, 403, 403]);
      const links = await service.sql<{ child: string; parent: string }>(
        'SELECT child, parent FROM feature_dependency WHERE child = ANY($1)',
        [[a, b, c]],
      );
      expect(links).toHaveLength(1);
    }
  });

  test('a parent is either archived or depended upon', async () => {
    for (let round = 0; round < 10; round++) {
      const [child, parent] = (await features(2)) as [string, string];
      const [added, archived] = await Promise.all([
        add(child, { feature: parent }),
        service.api.delete(at(parent)),
      ]);
      expect([`${added!.status} ${archived!.status}`]).toEqual([
        expect.stringMatching(/^(200 403|403 202)$/),
      ]);
      expect(
        await service.sql('SELECT FROM feature_dependency WHERE parent = $1', [parent]),
      ).toHaveLength(added!.status === 200 ? 1 : 0);
    }
  });

  test('of two parents one is left', async () => {
    for (let round = 0; round < 5; round++) {
      const [child, one, two] = (await features(3)) as [string, string, string];
      await Promise.all([one, two].map((feature) => add(child, { feature }).expect(200)));
      expect(await parentsOf(child)).toHaveLength(1);
    }
  });

  test('the same dependency is recorded once', async () => {
    const [child, parent] = (await features(2)) as [string, string];
    await Promise.all(Array.from({ length: 8 }, () => add(child, { feature: parent }).expect(200)));
    expect(await eventTypesOf(service, child)).toEqual([
      'feature-created',
      'feature-dependency-added',
    ]);
  });
});

describe('the choices for a dependency', () => {
  test('offer as parents live features without parents, but not the feature itself', async () => {
    const [child, parent, free] = (await features(3)) as [string, string, string];
    const archived = await service.given.feature({ archived: true });
    await add(child, { feature: parent }).expect(200);
    const { body } = await service.api.get(`${at(free)}/parents`).expect(200);
    expect(body).toContain(parent);
    for (const name of [child, free, archived]) expect(body).not.toContain(name);
    await service.api.get(`${at('no-such-feature')}/parents`).expect(404);
  });

  test('offer the variants of all environments, and of strategies', async () => {
    const parent = await service.given.feature({ enabledIn: ['development'] });
    const variant = (name: string): string =>
      JSON.stringify([{ name, weight: 1000, weightType: 'fix', stickiness: 'default' }]);
    const sql =
      'UPDATE feature_environment SET variants = $3 WHERE feature_name = $1 AND environment = $2';
    await service.sql(sql, [parent, 'development', variant('green')]);
    await service.sql(sql, [parent, 'production', variant('blue')]);
    await service.sql('UPDATE feature_strategy SET variants = $2 WHERE feature_name = $1', [
      parent,
      variant('red'),
    ]);
    expect((await service.api.get(`${at(parent)}/parent-variants`).expect(200)).body).toEqual([
      'blue',
      'green',
      'red',
    ]);
    for (const unknown of [at('no-such-feature'), `/api/admin/projects/nowhere/features/${parent}`])
      expect((await service.api.get(`${unknown}/parent-variants`).expect(200)).body).toEqual([]);
  });

  test('tell whether there are dependencies in a project', async () => {
    await service.sql("INSERT INTO project (id, name) VALUES ('empty', 'Empty')");
    const [child, parent] = (await features(2)) as [string, string];
    await add(child, { feature: parent }).expect(200);
    expect(
      (await service.api.get('/api/admin/projects/default/dependencies').expect(200)).body,
    ).toBe(true);
    expect((await service.api.get('/api/admin/projects/empty/dependencies').expect(200)).body).toBe(
      false,
    );
    await service.api.get('/api/admin/projects/nowhere/dependencies').expect(404);
  });
});
