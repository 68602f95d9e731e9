import { FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';
import { arrives, context, file, IMPORT, lastEvent, newest, VALIDATE } from './files.js';

let target: TestService;
beforeAll(async () => {
  target = await TestService.start();
});
afterAll(() => target.stop());

describe('what cannot be imported is refused as a whole, and foretold', () => {
  const feature = unique('refused');
  const legal = unique('legal');
  const another = unique('another');
  let archived: string;
  beforeAll(async () => {
    await context(target, legal, 'here');
    archived = await target.given.feature({ archived: true });
    const project = await target.given.project({ id: unique('another-project') });
    await target.api.post(`/api/admin/projects/${project}/features`, { name: another }).expect(201);
    await target.api
      .post('/api/admin/segments', { name: `of ${project}`, project, constraints: [] })
      .expect(201);
    foreign = `of ${project}`;
  });
  let foreign = '';

  const one = (parts: object = {}): object => file({ features: [{ name: feature }], ...parts });
  const withStrategy = (parts: object): object =>
    one({ featureStrategies: [{ featureName: feature, name: 'default', ...parts }] });
  const cases: [string, () => object, string[] | (() => string[])][] = [
    ['a project that there is not', () => arrives(one(), 'development', 'nosuch'), ['nosuch']],
    ['an environment that there is not', () => arrives(one(), 'nosuch'), ['nosuch']],
    ['an environment that the project lacks', () => arrives(one(), 'default'), ['default']],
    [
      'an unknown type',
      () => arrives(file({ features: [{ name: feature, type: 'nosuch' }] })),
      ['nosuch'],
    ],
    ['an unknown strategy', () => arrives(withStrategy({ name: 'nosuch' })), ['nosuch']],
    [
      'an unknown segment',
      () => arrives(one({ segments: [{ id: 1, name: 'nosuch' }] })),
      ['nosuch'],
    ],
    [
      'a segment that the file does not name',
      () => arrives(withStrategy({ segments: [77] })),
      ['77'],
    ],
    [
      'a segment of another project',
      () => arrives(one({ segments: [{ id: 1, name: foreign }] })),
      () => [foreign],
    ],
    [
      'legal values that differ',
      () => arrives(one({ contextFields: [{ name: legal, legalValues: [{ value: 'there' }] }] })),
      [legal],
    ],
    [
      'an unknown context field',
      () =>
        arrives(
          withStrategy({ constraints: [{ contextName: 'nosuch', operator: 'IN', values: ['x'] }] }),
        ),
      ['nosuch'],
    ],
    [
      'a name twice',
      () => arrives(file({ features: [{ name: feature }, { name: feature }] })),
      [feature],
    ],
    [
      'a name of another project',
      () => arrives(file({ features: [{ name: another }] })),
      [another],
    ],
    [
      'an unknown parent',
      () => arrives(one({ dependencies: [{ feature, dependencies: [{ feature: 'nosuch' }] }] })),
      ['nosuch'],
    ],
    [
      'an archived parent',
      () => arrives(one({ dependencies: [{ feature, dependencies: [{ feature: archived }] }] })),
      () => [archived],
    ],
    [
      'several parents',
      () =>
        arrives(
          file({
            features: ['', '-a', '-b'].map((end) => ({ name: feature + end })),
            dependencies: [
              {
                feature,
                dependencies: ['-a', '-b', '-a'].map((end) => ({ feature: feature + end })),
              },
            ],
          }),
        ),
      [feature],
    ],
    [
      'an unknown tag type',
      () =>
        arrives(
          one({ featureTags: [{ featureName: feature, tagType: 'nosuch', tagValue: 'xx' }] }),
        ),
      ['nosuch'],
    ],
    [
      'a value that is not legal',
      () =>
        arrives(
          withStrategy({
            constraints: [{ contextName: legal, operator: 'IN', values: ['there'] }],
          }),
        ),
      [],
    ],
    [
      'values that do not suit',
      () =>
        arrives(
          withStrategy({
            constraints: [{ contextName: 'userId', operator: 'NUM_EQ', value: 'x' }],
          }),
        ),
      [],
    ],
    [
      'too many strategies',
      () =>
        arrives(
          one({
            featureStrategies: Array.from({ length: 31 }, () => ({
              featureName: feature,
              name: 'default',
            })),
          }),
        ),
      [],
    ],
    [
      'a feature that depends on itself',
      () => arrives(one({ dependencies: [{ feature, dependencies: [{ feature }] }] })),
      [],
    ],
    [
      'variants that do not go together',
      () =>
        arrives(
          one({
            featureEnvironments: [
              {
                name: feature,
                enabled: true,
                variants: [{ name: 'v', weight: 1, weightType: 'fix' }],
              },
            ],
          }),
        ),
      [],
    ],
  ];

  test.each(cases)('%s', async (name, body, affected) => {
    const before = await lastEvent(target);
    const foretold = (await target.api.post(VALIDATE, body()).expect(200)).body;
    const affectedItems = typeof affected === 'function' ? affected() : affected;
    expect(foretold.errors).toEqual([{ message: expect.any(String), affectedItems }]);
    if (name === 'an archived parent')
      expect(foretold.errors[0].message).toContain('archived here');
    const refused = (await target.api.post(IMPORT, body()).expect(400)).body;
    expect(refused.name).toBe('BadDataError');
    expect(refused.message).toContain(foretold.errors[0].message);
    await target.api.get(`${FEATURES}/${feature}`).expect(404);
    expect(await newest(target, before)).toEqual([]);
  });

  test('names that do not follow the pattern of the project, and more features than it may have', async () => {
    const project = await target.given.project({ featureLimit: 1 });
    await target.api
      .put(`/api/admin/projects/${project}/settings`, { featureNaming: { pattern: 'shop-.*' } })
      .expect(200);
    const data = file({ features: [{ name: 'shop-1-refused' }, { name: 'bank-refused' }] });
    const { body } = await target.api
      .post(VALIDATE, arrives(data, 'production', project))
      .expect(200);
    expect(body.errors).toEqual([
      { message: expect.stringContaining('shop-.*'), affectedItems: ['bank-refused'] },
      { message: expect.stringContaining('its limit is 1'), affectedItems: [] },
    ]);
    await target.api.post(IMPORT, arrives(data, 'production', project)).expect(400);
    expect(await target.sql('SELECT FROM feature WHERE project = $1', [project])).toEqual([]);
  });

  test.each([
    [{}],
    [{ project: 'default', environment: 'development' }],
    [arrives({ features: [], featureStrategies: [] })],
    [arrives(file({ features: [{ name: 'not a name' }] }))],
    [arrives(file({ features: {} }))],
    [arrives(file({ features: [null] }))],
    [
      arrives(
        file({
          featureStrategies: [
            { name: 'default', constraints: [{ contextName: 'userId', operator: 'LIKE' }] },
          ],
        }),
      ),
    ],
    [arrives(file({ featureStrategies: [{ name: 'default', parameters: { a: [] } }] }))],
    [arrives(file({ featureEnvironments: [{ name: 'x', enabled: 'perhaps' }] }))],
    [arrives(file({ features: Array.from({ length: 5001 }, (_, n) => ({ name: `n${n}` })) }))],
  ])('a body of another form: %#', async (body) => {
    for (const path of [VALIDATE, IMPORT]) {
      const { details } = (await target.api.post(path, body).expect(400)).body;
      expect(details[0].path).toMatch(/^\/body/);
    }
  });
});

test('an import without permissions is refused with their names, and imports nothing', async () => {
  const sent = { username: 'admin', password: ADMIN_PASSWORD };
  const { headers } = await target.api.as().post('/auth/simple/login', sent).expect(200);
  await target.sql("UPDATE app_user SET root_role_id = 3 WHERE username = 'admin'");
  const viewer = target.api.as({ cookie: headers['set-cookie']![0]!.split(';')[0] });
  const [name, tagType, before] = [unique(), unique('kind').slice(-40), await lastEvent(target)];
  const data = file({
    features: [{ name }],
    featureStrategies: [{ featureName: name, name: 'default' }],
    tagTypes: [{ name: tagType }],
  });
  const permissions = [
    'UPDATE_FEATURE',
    'CREATE_FEATURE',
    'CREATE_FEATURE_STRATEGY',
    'CREATE_TAG_TYPE',
  ];
  const { body } = await viewer.post(VALIDATE, arrives(data)).expect(200);
  expect(body).toEqual({
    errors: [],
    warnings: [],
    permissions: [{ message: expect.any(String), affectedItems: permissions }],
  });
  const refused = (await viewer.post(IMPORT, arrives(data)).expect(403)).body;
  expect(refused).toMatchObject({ name: 'PermissionError', permissions });
  expect(await newest(target, before)).toEqual([]);
});
