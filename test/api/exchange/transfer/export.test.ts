import { readFileSync } from 'node:fs';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { EXPORT, exported, IMPORT, lastEvent, newest, rich } from './files.js';

let source: TestService;
beforeAll(async () => {
  source = await TestService.start();
});
afterAll(() => source.stop());

describe('an export', () => {
  test('is documented to require features, a tag or a project', () => {
    const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const { anyOf, required } = document.components.schemas.ExportQueryDto;
    expect(required).toEqual(['environment']);
    expect(anyOf).toEqual(
      ['features', 'tag', 'project'].map((name) => ({
        type: 'object',
        required: ['environment', name],
      })),
    );
  });

  test('has the features with all that they need, in the form of the reference', async () => {
    const { feature, parent, region, segmentName } = await rich(source);
    const { body } = await source.api
      .post(EXPORT, { environment: 'development', features: [feature] })
      .expect(200);
    expect(body).toEqual({
      features: [
        {
          name: feature,
          description: 'with everything',
          type: 'experiment',
          project: 'default',
          stale: true,
          impressionData: true,
          archived: false,
        },
      ],
      featureStrategies: [
        expect.objectContaining({
          featureName: feature,
          name: 'flexibleRollout',
          title: 'north',
          segments: [body.segments[0].id],
        }),
        expect.objectContaining({
          featureName: feature,
          name: 'default',
          disabled: true,
          segments: [],
        }),
      ],
      featureEnvironments: [
        {
          name: feature,
          featureName: feature,
          environment: 'development',
          enabled: true,
          variants: ['a', 'b', 'c'].map((name) => expect.objectContaining({ name })),
        },
      ],
      contextFields: [
        {
          name: region,
          description: null,
          stickiness: false,
          sortOrder: 10,
          legalValues: [{ value: 'north' }, { value: 'south' }],
        },
        expect.objectContaining({ name: 'sessionId' }),
        expect.objectContaining({ name: 'userId' }),
      ],
      featureTags: [{ featureName: feature, tagType: 'simple', tagValue: 'all of it' }],
      segments: [{ id: expect.any(Number), name: segmentName }],
      tagTypes: [{ name: 'simple', description: expect.any(String), icon: '#' }],
      dependencies: [
        { feature, dependencies: [{ feature: parent, enabled: true, variants: ['blue'] }] },
      ],
      links: [
        {
          feature,
          links: [{ id: expect.any(String), url: 'https://example.com/7', title: 'Ticket 7' }],
        },
      ],
    });
  });

  test('states types of tags without a description as such, and they are imported as such', async () => {
    const type = unique('type').slice(-40);
    await source.api.post('/api/admin/tag-types', { name: type }).expect(201);
    const feature = await source.given.feature({ tags: [{ type, value: 'a value' }] });
    const { body: data } = await source.api
      .post(EXPORT, { environment: 'development', features: [feature] })
      .expect(200);
    const bare = { name: type, description: null, icon: null };
    expect(data.tagTypes).toEqual([bare]);

    const unused = unique('unused').slice(-40);
    await source.api.delete(`/api/admin/projects/default/features/${feature}`).expect(202);
    await source.api.delete(`/api/admin/archive/${feature}`).expect(200);
    await source.api.delete(`/api/admin/tag-types/${type}`).expect(200);
    data.tagTypes.push({ ...bare, name: unused });
    const file = { environment: 'development', project: 'default', data };
    await source.api.post(IMPORT, file).expect(200);
    for (const name of [type, unused])
      expect(
        (await source.api.get(`/api/admin/tag-types/${name}`).expect(200)).body.tagType,
      ).toEqual({ ...bare, name });
  });

  test('is recorded, and is no change in the environment', async () => {
    const [feature, before] = [await source.given.feature(), await lastEvent(source)];
    await source.api.post(EXPORT, { environment: 'production', features: [feature] }).expect(200);
    const data = {
      environment: 'production',
      features: [feature],
      auditUser: { id: -42, username: 'admin' },
    };
    expect(await newest(source, before)).toEqual([
      { type: 'features-exported', project: null, environment: null, data },
    ]);
  });

  test('contains whether the feature is on, not whether the environment is', async () => {
    const [on, off] = [
      await source.given.feature({ enabledIn: ['development'] }),
      await source.given.feature(),
    ];
    const { featureEnvironments } = await exported(source, [on, off]);
    expect(
      featureEnvironments.map((one: { name: string; enabled: boolean }) => [one.name, one.enabled]),
    ).toEqual(
      [
        [on, true],
        [off, false],
      ].sort(),
    );
  });

  test('is of live features, by tag with or without its type, by project, or by name', async () => {
    const [value, project] = [unique('tag').slice(-40), await source.given.project()];
    const feature = await source.given.feature({ tags: [{ type: 'simple', value }] });
    await source.given.feature({ tags: [{ type: 'simple', value }], archived: true });
    const other = unique();
    await source.api.post(`/api/admin/projects/${project}/features`, { name: other }).expect(201);
    const names = async (query: object): Promise<string[]> => {
      const { body } = await source.api
        .post(EXPORT, { environment: 'development', ...query })
        .expect(200);
      return body.features.map((one: { name: string }) => one.name);
    };
    expect(await names({ tag: value })).toEqual([feature]);
    expect(await names({ tag: `simple:${value}` })).toEqual([feature]);
    expect(await names({ tag: `other:${value}` })).toEqual([]);
    expect(await names({ project })).toEqual([other]);
    expect(await names({ project, features: [feature, other, 'nosuch'] })).toEqual([other]);
    expect(await names({ features: [] })).toEqual([]);
  });

  test('can be a file', async () => {
    const response = await source.api
      .post(EXPORT, { environment: 'development', features: [], downloadFile: true })
      .expect(200);
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="?export-development-.*\.json"?$/,
    );
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const plain = await source.api
      .post(EXPORT, { environment: 'development', features: [] })
      .expect(200);
    expect(plain.headers['content-disposition']).toBeUndefined();
  });

  test('needs a choice, an environment and a project that exist, and is not recorded without', async () => {
    const before = await lastEvent(source);
    await source.api.post(EXPORT, { environment: 'development' }).expect(400);
    await source.api.post(EXPORT, { features: [] }).expect(400);
    await source.api.post(EXPORT, { environment: 'nosuch', features: [] }).expect(404);
    await source.api.post(EXPORT, { environment: 'development', project: 'nosuch' }).expect(404);
    expect(await newest(source, before)).toEqual([]);
  });
});
