import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import {
  arrives,
  exported,
  file,
  IMPORT,
  lastEvent,
  newest,
  rich,
  segment,
  shown,
  VALIDATE,
} from './files.js';

let source: TestService;
let target: TestService;
beforeAll(async () => {
  [source, target] = await Promise.all([TestService.start(), TestService.start()]);
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

describe('an import', () => {
  test.each([true, false])(
    'makes the same features of an export (on: %s), and a second one changes nothing',
    async (enabled) => {
      const { feature, parent, segmentName } = await rich(source, { enabled });
      await segment(target, unique('so that ids differ'));
      await segment(target, segmentName);
      const data = await exported(source, [feature, parent]);
      expect((await target.api.post(VALIDATE, arrives(data)).expect(200)).body).toEqual({
        errors: [],
        warnings: [],
        permissions: [],
      });
      await target.api.get(at(feature)).expect(404);

      await target.api.post(IMPORT, arrives(data)).expect(200, '');

      expect(await shown(target, feature)).toEqual(await shown(source, feature));
      expect(await shown(target, parent)).toEqual(await shown(source, parent));
      const before = await lastEvent(target);
      await target.api.post(IMPORT, arrives(data)).expect(200);
      expect(await newest(target, before)).toEqual([
        { type: 'features-imported', project: 'default', environment: 'development', data: null },
      ]);
      expect(await shown(target, feature)).toEqual(await shown(source, feature));
    },
  );

  test('records its parts, and itself once', async () => {
    const { feature, parent, segmentName } = await rich(source);
    await segment(target, segmentName);
    const before = await lastEvent(target);
    await target.api.post(IMPORT, arrives(await exported(source, [feature, parent]))).expect(200);
    const types = (await newest(target, before)).map((event) => event.type);
    expect(types).toEqual([
      'context-field-created',
      ...(parent < feature ? ['feature-created'] : []),
      'feature-created',
      ...(types.includes('tag-created') ? ['tag-created'] : []),
      'feature-tagged',
      'feature-link-added',
      'feature-strategy-add',
      'feature-strategy-add',
      'feature-environment-variants-updated',
      'feature-environment-enabled',
      ...(parent < feature ? [] : ['feature-created']),
      'feature-dependency-added',
      'features-imported',
    ]);
  });

  test('warns of a file that says of every feature that it is on, as files of the reference always do', async () => {
    const [one, two] = [unique(), unique()];
    const places = (enabled: boolean[]): object =>
      file({
        features: [{ name: one }, { name: two }],
        featureEnvironments: [one, two].map((name, n) => ({ name, enabled: enabled[n] })),
      });
    const warnings = async (data: object): Promise<object[]> =>
      (await target.api.post(VALIDATE, arrives(data)).expect(200)).body.warnings as object[];
    expect(await warnings(places([true, true]))).toEqual([
      { message: expect.stringContaining('all features are enabled'), affectedItems: [one, two] },
    ]);
    expect(await warnings(places([true, false]))).toEqual([]);
  });

  test('changes a feature that exists to what the file says, in one environment', async () => {
    const feature = await target.given.feature({
      description: 'old',
      tags: [{ type: 'simple', value: 'old tag' }],
      enabledIn: ['development', 'production'],
    });
    const production = (await target.api.get(at(feature, 'production')).expect(200)).body;
    const data = file({
      features: [{ name: feature, type: 'operational', description: null }],
      featureStrategies: [
        { name: 'default', featureName: feature, parameters: {}, constraints: [] },
      ],
      featureEnvironments: [{ name: feature, enabled: false, variants: [] }],
      featureTags: [{ featureName: feature, tagType: 'simple', tagValue: 'new tag' }],
    });
    const { body } = await target.api.post(VALIDATE, arrives(data)).expect(200);
    expect(body).toEqual({
      errors: [],
      warnings: [{ message: expect.any(String), affectedItems: [feature] }],
      permissions: [],
    });
    await target.api.post(IMPORT, arrives(data)).expect(200);
    expect(await shown(target, feature)).toMatchObject({
      type: 'operational',
      description: null,
      enabled: false,
      tags: [{ type: 'simple', value: 'new tag' }],
      strategies: [{ name: 'default', sortOrder: 0 }],
    });
    expect((await target.api.get(at(feature, 'production')).expect(200)).body).toEqual(production);
  });

  test('leaves alone what the file does not speak of, but keeps no feature on without an active strategy', async () => {
    const tags = [{ type: 'simple', value: 'kept' }];
    const feature = await target.given.feature({
      description: 'kept',
      stale: true,
      tags,
      enabledIn: ['development'],
    });
    await target.api.post(IMPORT, arrives(file({ features: [{ name: feature }] }))).expect(200);
    expect(await shown(target, feature)).toMatchObject({
      description: 'kept',
      stale: true,
      tags,
      enabled: false,
      strategies: [],
    });
  });

  test('replaces the parent of a feature', async () => {
    const [feature, former, parent] = await Promise.all(
      Array.from({ length: 3 }, () => target.given.feature()),
    );
    await target.api.post(`${at(feature!)}/dependencies`, { feature: former }).expect(200);
    const data = file({
      features: [{ name: feature }],
      dependencies: [{ feature, dependencies: [{ feature: parent, enabled: false }] }],
    });
    await target.api.post(IMPORT, arrives(data)).expect(200);
    expect((await target.api.get(at(feature!)).expect(200)).body.dependencies).toEqual([
      { feature: parent, enabled: false, variants: [] },
    ]);
  });

  test('replaces the links of features that the file has links for', async () => {
    const [one, other] = [await target.given.feature(), await target.given.feature()];
    const link = (name: string) => ({ url: `https://example.com/${name}`, title: name });
    for (const feature of [one, other])
      for (const name of ['stays', 'goes'])
        await target.api.post(`${at(feature)}/link`, link(name)).expect(204);
    const linksOf = async (feature: string) =>
      (await target.api.get(at(feature)).expect(200)).body.links;
    const [before, untouched] = [await linksOf(one), await linksOf(other)];
    const data = file({
      features: [{ name: one }, { name: other }],
      links: [{ feature: one, links: [link('comes'), link('stays')] }],
    });
    await target.api.post(IMPORT, arrives(data)).expect(200);
    expect(await linksOf(one)).toEqual([before[0], { id: expect.any(String), ...link('comes') }]);
    expect(await linksOf(other)).toEqual(untouched);
  });

  test('leaves several parents from before alone, and warns of them', async () => {
    const [feature, one, two] = (await Promise.all(
      Array.from({ length: 3 }, () => target.given.feature()),
    )) as [string, string, string];
    await target.sql(
      'INSERT INTO feature_dependency (child, parent, enabled) SELECT $1, unnest($2::text[]), true',
      [feature, [one, two]],
    );
    const { dependencies } = (await target.api.get(at(feature)).expect(200)).body;
    expect(dependencies).toHaveLength(2);
    const data = await exported(target, [feature]);
    expect(data.dependencies).toEqual([{ feature, dependencies }]);
    const { body } = await target.api.post(VALIDATE, arrives(data)).expect(200);
    expect(body.errors).toEqual([]);
    expect(body.warnings).toContainEqual({
      message: expect.stringContaining('have the same several parents'),
      affectedItems: [feature],
    });
    await target.api.post(IMPORT, arrives(data)).expect(200);
    expect((await target.api.get(at(feature)).expect(200)).body.dependencies).toEqual(dependencies);
  });

  test('turns on what has no active strategy by adding the default one, once', async () => {
    const feature = unique();
    const data = file({
      features: [{ name: feature }],
      featureEnvironments: [{ name: feature, enabled: true }],
    });
    await target.api.post(IMPORT, arrives(data)).expect(200);
    const before = await lastEvent(target);
    await target.api.post(IMPORT, arrives(data)).expect(200);
    expect(await shown(target, feature)).toMatchObject({
      enabled: true,
      strategies: [{ name: 'flexibleRollout' }],
    });
    expect(await newest(target, before)).toHaveLength(1);
  });

  test('takes a file as the reference writes it', async () => {
    const [feature, tagType] = [unique('moved'), unique('kind').slice(-40)];
    const variants = ['one', 'two'].map((name) => ({
      name,
      weight: 500,
      payload: { type: 'string', value: name },
      overrides: [],
      stickiness: 'default',
      weightType: 'variable',
    }));
    const data = {
      features: [
        {
          name: feature,
          description: null,
          type: 'release',
          project: 'elsewhere',
          stale: false,
          impressionData: false,
          archived: false,
          createdByUserId: 7,
        },
      ],
      featureStrategies: [
        {
          name: 'flexibleRollout',
          id: '798cb25a-2abd-47bd-8a95-40ec13472309',
          featureName: feature,
          title: null,
          parameters: { groupId: feature, rollout: '50', stickiness: 'default' },
          constraints: [
            {
              values: ['web'],
              inverted: false,
              operator: 'IN',
              contextName: 'appName',
              caseInsensitive: false,
            },
          ],
          variants: [],
          sortOrder: 0,
          milestoneId: null,
          segments: [],
          disabled: false,
        },
      ],
      featureEnvironments: [
        { enabled: true, featureName: feature, environment: 'staging', variants, name: feature },
      ],
      contextFields: [
        { name: 'appName', description: 'App', stickiness: false, sortOrder: 2, legalValues: [] },
      ],
      featureTags: [{ featureName: feature, tagType, tagValue: 'web', createdByUserId: 7 }],
      segments: [],
      tagTypes: [
        { name: tagType, description: 'mine', icon: null, color: null },
        { name: tagType, description: 'mine', icon: null },
      ],
      dependencies: [],
    };
    await target.api.post(IMPORT, arrives(data, 'production')).expect(200);
    const { body } = await target.api.get(at(feature)).expect(200);
    expect(body).toMatchObject({
      project: 'default',
      tags: [{ type: tagType, value: 'web' }],
      variants,
    });
    const [development, production] = body.environments;
    expect(development).toMatchObject({ enabled: false, strategies: [], variants: [] });
    expect(production).toMatchObject({
      name: 'production',
      enabled: true,
      strategies: [{ parameters: { rollout: '50' } }],
    });
    expect(production.strategies[0].id).not.toBe(data.featureStrategies[0]!.id);
  });

  test('goes to any project and environment, and passes over archived features', async () => {
    const [project, archived, feature] = [
      await target.given.project(),
      await target.given.feature({ archived: true }),
      unique(),
    ];
    const own = unique();
    await target.api
      .post(`/api/admin/projects/${project}/features`, { name: own, archived: true })
      .expect(201);
    const data = file({
      features: [
        { name: feature },
        { name: own, description: 'new' },
        { name: unique(), archived: true },
      ],
    });
    const { body } = await target.api
      .post(VALIDATE, arrives(data, 'production', project))
      .expect(200);
    expect(body).toMatchObject({
      errors: [],
      warnings: [{ affectedItems: [own] }, { affectedItems: [expect.any(String)] }],
    });
    await target.api.post(IMPORT, arrives(data, 'production', project)).expect(200);
    await target.api.get(`/api/admin/projects/${project}/features/${feature}`).expect(200);
    expect(
      await target.sql('SELECT name, description FROM feature WHERE project = $1 ORDER BY name', [
        project,
      ]),
    ).toHaveLength(2);
    expect(
      await target.sql('SELECT FROM feature WHERE name = $1 AND description IS NULL', [own]),
    ).toHaveLength(1);
    await target.api
      .post(IMPORT, arrives(file({ features: [{ name: archived }] }), 'production', project))
      .expect(400);
  });

  test('of 5,000 strategies, far over 100 KiB, works', async () => {
    const names = Array.from({ length: 250 }, () => unique('many'));
    const strategies = names.flatMap((featureName) =>
      Array.from({ length: 20 }, (_, n) => ({
        featureName,
        name: 'flexibleRollout',
        parameters: { rollout: String(n), stickiness: 'default', groupId: featureName },
        constraints: [
          {
            contextName: 'userId',
            operator: 'IN',
            values: Array.from({ length: 20 }, (__, k) => `user-${k}`),
          },
        ],
        sortOrder: n,
      })),
    );
    const data = file({ features: names.map((name) => ({ name })), featureStrategies: strategies });
    expect(JSON.stringify(data).length).toBeGreaterThan(2_000_000);
    await target.api.post(IMPORT, arrives(data)).expect(200);
    const [{ count }] = (await target.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM feature_strategy WHERE feature_name = ANY ($1)',
      [names],
    )) as [{ count: number }];
    expect(count).toBe(5000);
  }, 60_000);

  test('is at most 10 MiB', async () => {
    const { body } = await target.api
      .post(
        VALIDATE,
        arrives(file({ features: [{ name: 'x', description: 'x'.repeat(10_485_760) }] })),
      )
      .expect(413);
    expect(body).toMatchObject({ error: { limit: 10_485_760 } });
  });
});
