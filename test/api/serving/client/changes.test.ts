import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { type Body, Sdk, truth } from './support.js';

/**
 * Every operation that changes what SDKs get: the next request to the same instance sees the
 * change.
 */

let service: TestService;
let sdk: Sdk;
beforeAll(async () => {
  service = await TestService.start();
  sdk = Sdk.of(service, ADMIN_TOKEN);
});
afterAll(() => service.stop());

const VARIANT = { name: 'v', weight: 1000, weightType: 'variable', stickiness: 'default' };
const CONSTRAINT = { contextName: 'userId', operator: 'IN', values: ['7'] };

/** Objects to change, and the change. */
interface Scene {
  /** The feature that shows the change. */
  feature: string;
  change: () => Promise<unknown>;
}
type Make = () => Promise<Scene>;

const post = (path: string, body: object = {}): Promise<{ status: number; body: Body }> =>
  ok(service.api.post(path, body));
const put = (path: string, body: object): Promise<{ status: number; body: Body }> =>
  ok(service.api.put(path, body));
const patch = (path: string, body: object): Promise<{ status: number; body: Body }> =>
  ok(service.api.patch(path, body));
const remove = (path: string): Promise<{ status: number; body: Body }> =>
  ok(service.api.delete(path));
const place = (feature: string): string => at(feature, 'development');

async function ok(
  test: ReturnType<TestService['api']['get']>,
): Promise<{ status: number; body: Body }> {
  return test.expect(({ status, text }: { status: number; text: string }) => {
    if (status >= 300) throw new Error(`${status}: ${text}`);
  });
}

/** A feature that is on in development, with a strategy of a segment. */
async function rich(): Promise<{ feature: string; strategy: string; segment: number }> {
  const feature = await service.given.feature({ tags: [{ type: 'simple', value: 'carried' }] });
  const segment = (
    await post('/api/admin/segments', { name: unique('segment'), constraints: [CONSTRAINT] })
  ).body.id;
  const strategy = (
    await post(`${place(feature)}/strategies`, { name: 'default', segments: [segment] })
  ).body.id;
  await post(`${place(feature)}/on`);
  return { feature, strategy, segment };
}

/** A change of a rich feature. */
const ofRich =
  (
    change: (it: { feature: string; strategy: string; segment: number }) => Promise<unknown>,
  ): Make =>
  async () => {
    const it = await rich();
    return { feature: it.feature, change: () => change(it) };
  };

async function dependent(): Promise<{ child: string; parent: string }> {
  const [child, parent] = [await service.given.feature(), await service.given.feature()];
  await post(`${at(child)}/dependencies`, { feature: parent });
  return { child, parent };
}

const CHANGES: Record<string, Make> = {
  'turned off': ofRich(({ feature }) => post(`${place(feature)}/off`)),
  'turned on, with a strategy of its own': ofRich(async ({ feature }) => {
    await post(`${place(feature)}/off`);
    await post(`${place(feature)}/on`);
    await post(`${place(feature)}/off`);
  }),
  'turned on, with the default strategy': async () => {
    const feature = await service.given.feature();
    return { feature, change: () => post(`${place(feature)}/on`) };
  },
  'turned on, its disabled strategies with it': async () => {
    const feature = await service.given.feature();
    await post(`${place(feature)}/strategies`, { name: 'default', disabled: true });
    return {
      feature,
      change: () => post(`${place(feature)}/on?shouldActivateDisabledStrategies=true`),
    };
  },
  'turned off with others': ofRich(({ feature }) =>
    post('/api/admin/projects/default/bulk_features/environments/development/off', {
      features: [feature],
    }),
  ),
  created: async () => {
    const name = unique();
    return { feature: name, change: () => post(FEATURES, { name }) };
  },
  cloned: async () => {
    const [{ feature: source }, name] = [await rich(), unique()];
    return { feature: name, change: () => post(`${at(source)}/clone`, { name }) };
  },
  replaced: ofRich(({ feature }) =>
    put(at(feature), { description: 'another', impressionData: true, type: 'kill-switch' }),
  ),
  patched: ofRich(({ feature }) =>
    patch(at(feature), [{ op: 'replace', path: '/description', value: 'another' }]),
  ),
  'marked as stale': ofRich(({ feature }) =>
    post('/api/admin/projects/default/stale', { features: [feature], stale: true }),
  ),
  archived: ofRich(({ feature }) => remove(at(feature))),
  'archived with others': ofRich(({ feature }) =>
    post('/api/admin/projects/default/archive', { features: [feature] }),
  ),
  revived: ofRich(async ({ feature }) => {
    await remove(at(feature));
    await sdk.body('?environment=development');
    await post(`/api/admin/archive/revive/${feature}`);
  }),
  'revived with others': ofRich(async ({ feature }) => {
    await remove(at(feature));
    await sdk.body('?environment=development');
    await post('/api/admin/projects/default/revive', { features: [feature] });
  }),
  'deleted for good': ofRich(async ({ feature }) => {
    await remove(at(feature));
    await remove(`/api/admin/archive/${feature}`);
  }),
  'deleted for good and created anew': ofRich(async ({ feature: name }) => {
    await remove(at(name));
    await remove(`/api/admin/archive/${name}`);
    await post(FEATURES, { name });
  }),
  'given a strategy': ofRich(({ feature }) =>
    post(`${place(feature)}/strategies`, { name: 'userWithId', parameters: { userIds: '1' } }),
  ),
  'changed in a strategy': ofRich(({ feature, strategy }) =>
    put(`${place(feature)}/strategies/${strategy}`, { name: 'default', constraints: [CONSTRAINT] }),
  ),
  'patched in a strategy': ofRich(({ feature, strategy }) =>
    patch(`${place(feature)}/strategies/${strategy}`, [
      { op: 'replace', path: '/variants', value: [VARIANT] },
    ]),
  ),
  'turned off with its last active strategy': ofRich(({ feature, strategy }) =>
    remove(`${place(feature)}/strategies/${strategy}`),
  ),
  'put into another order of strategies': ofRich(async ({ feature, strategy }) => {
    const { id } = (
      await post(`${place(feature)}/strategies`, {
        name: 'userWithId',
        parameters: { userIds: '1' },
      })
    ).body;
    await sdk.body('?environment=development');
    const order = [strategy, id].map((one, n) => ({ id: one, sortOrder: 9 - n }));
    await post(`${place(feature)}/strategies/set-sort-order`, order);
  }),
  'given other segments': ofRich(async ({ strategy }) => {
    const { id } = (await post('/api/admin/segments', { name: unique('segment'), constraints: [] }))
      .body;
    const at = { projectId: 'default', strategyId: strategy, environmentId: 'development' };
    await post('/api/admin/segments/strategies', { ...at, segmentIds: [id] });
  }),
  'given variants': ofRich(({ feature }) => put(`${at(feature)}/variants`, [VARIANT])),
  'given variants in some environments': ofRich(({ feature }) =>
    put(`${at(feature)}/variants-batch`, { environments: ['development'], variants: [VARIANT] }),
  ),
  'made dependent': ofRich(async ({ feature }) =>
    post(`${at(feature)}/dependencies`, { feature: await service.given.feature() }),
  ),
  'made independent of one': async () => {
    const { child, parent } = await dependent();
    return { feature: child, change: () => remove(`${at(child)}/dependencies/${parent}`) };
  },
  'made independent': async () => {
    const { child } = await dependent();
    return { feature: child, change: () => remove(`${at(child)}/dependencies`) };
  },
  'archived, which makes it independent': async () => {
    const { child } = await dependent();
    const change = async (): Promise<void> => {
      await remove(at(child));
      await post(`/api/admin/archive/revive/${child}`);
    };
    return { feature: child, change };
  },
  imported: async () => {
    const { feature } = await rich();
    const exported = (
      await post('/api/admin/features-batch/export', {
        environment: 'development',
        features: [feature],
      })
    ).body;
    const changed = JSON.parse(
      JSON.stringify(exported).replaceAll('"name":"default","', '"name":"userWithId","'),
    );
    await post(`${place(feature)}/off`);
    const data = { project: 'default', environment: 'development', data: changed };
    return { feature, change: () => post('/api/admin/features-batch/import', data) };
  },
  'without its environment, which its project loses': async () => {
    const project = await service.given.project();
    const feature = unique();
    await post(`/api/admin/projects/${project}/features`, { name: feature });
    await post(`/api/admin/projects/${project}/features/${feature}/environments/development/on`);
    return {
      feature,
      change: () => remove(`/api/admin/projects/${project}/environments/development`),
    };
  },
  'in an environment that its project gets back': async () => {
    const project = await service.given.project();
    const feature = unique();
    await post(`/api/admin/projects/${project}/features`, { name: feature });
    await post(`/api/admin/projects/${project}/features/${feature}/environments/development/on`);
    await remove(`/api/admin/projects/${project}/environments/development`);
    return {
      feature,
      change: () =>
        post(`/api/admin/projects/${project}/environments`, { environment: 'development' }),
    };
  },
};

/** Expects that the instance serves what the database contains. */
async function expectTruth(environment: string): Promise<void> {
  const { features, segments } = await sdk.body(`?environment=${environment}`);
  const is = await truth(service, environment);
  expect(new Map(features.map((one: Body) => [one.name, one]))).toEqual(is.features);
  for (const one of segments) expect(one).toEqual(is.segments.get(one.id));
}

test.each(Object.entries(CHANGES))('a feature that is %s is told so at once', async (_, make) => {
  const { feature, change } = await make();
  const before = await sdk.feature(feature, '?environment=development');
  const off = await sdk.body();
  expect(off.features.some((one: Body) => one.enabled || one.strategies.length > 0)).toBe(false);

  await change();

  expect(await sdk.feature(feature, '?environment=development')).not.toEqual(before);
  await expectTruth('development');
  await expectTruth('production');
  await expectTruth('');
});

describe('a segment', () => {
  test('that is changed reaches SDKs at once, by every way of delivery', async () => {
    const { feature, segment } = await rich();
    const inlined = new Sdk(service.api, null);
    const query = '?environment=development';
    const [etag, inlinedEtag] = [await sdk.etag(query), await inlined.etag(query)];

    const constraints = [{ ...CONSTRAINT, values: ['8', '9'] }];
    await put(`/api/admin/segments/${segment}`, { name: unique('segment'), constraints });

    expect(
      (await sdk.body(query)).segments.find((one: Body) => one.id === segment).constraints,
    ).toEqual(constraints);
    expect((await inlined.feature(feature, query)).strategies[0].constraints).toEqual(constraints);
    expect(await sdk.etag(query)).not.toBe(etag);
    expect(await inlined.etag(query)).not.toBe(inlinedEtag);
    await expectTruth('development');
  });

  test('that no strategy uses is not sent, and neither are its changes', async () => {
    const { id } = (await post('/api/admin/segments', { name: unique('segment'), constraints: [] }))
      .body;
    const etag = await sdk.etag('?environment=development');
    await put(`/api/admin/segments/${id}`, { name: unique('segment'), constraints: [CONSTRAINT] });
    expect(await sdk.etag('?environment=development')).toBe(etag);
    await remove(`/api/admin/segments/${id}`);
    expect(await sdk.etag('?environment=development')).toBe(etag);
  });
});

describe('a tag', () => {
  const tagged = async (value: string, type = 'simple'): Promise<string[]> =>
    (await sdk.body(`?environment=development&tag=${type}:${value}`)).features.map(
      (one: Body) => one.name,
    );

  test('leads to the features that carry it, from the moment on', async () => {
    const [feature, value] = [await service.given.feature(), unique('t')];
    expect(await tagged(value)).toEqual([]);
    await post(`/api/admin/features/${feature}/tags`, { type: 'simple', value });
    expect(await tagged(value)).toEqual([feature]);
    await put(`/api/admin/features/${feature}/tags`, {
      addedTags: [],
      removedTags: [{ type: 'simple', value }],
    });
    expect(await tagged(value)).toEqual([]);
    await put('/api/admin/projects/default/tags', {
      features: [feature],
      tags: { addedTags: [{ type: 'simple', value }], removedTags: [] },
    });
    expect(await tagged(value)).toEqual([feature]);
  });

  test('that is deleted finds no feature, and only those that get it again', async () => {
    const value = unique('t');
    const [feature, other] = [
      await service.given.feature({ tags: [{ type: 'simple', value }] }),
      await service.given.feature(),
    ];
    expect(await tagged(value)).toEqual([feature]);
    await remove(`/api/admin/tags/simple/${value}`);
    expect(await tagged(value)).toEqual([]);
    await post(`/api/admin/features/${other}/tags`, { type: 'simple', value });
    expect(await tagged(value)).toEqual([other]);
  });

  test('goes with its type', async () => {
    const type = unique('type');
    await post('/api/admin/tag-types', { name: type });
    const tags = ['one', 'two'].map((value) => ({ type, value }));
    const feature = await service.given.feature({
      tags: [...tags, { type: 'simple', value: 'kept' }],
    });
    expect(await tagged('one', type)).toEqual([feature]);
    await remove(`/api/admin/tag-types/${type}`);
    expect(await tagged('one', type)).toEqual([]);
    expect(await tagged('two', type)).toEqual([]);
    expect(await tagged('kept')).toContain(feature);
  });
});

describe('an environment', () => {
  test('that is cloned from another is served like that one', async () => {
    const { feature } = await rich();
    const name = unique('environment');
    expect((await sdk.feature(feature, `?environment=${name}`)).enabled).toBe(false);
    await post('/api/admin/environments/development/clone', { name, type: 'test' });
    expect(await sdk.feature(feature, `?environment=${name}`)).toEqual(
      await sdk.feature(feature, '?environment=development'),
    );
  });

  test('that is deleted and created again has nothing of what it had', async () => {
    const { feature } = await rich();
    const name = unique('environment');
    await post('/api/admin/environments/development/clone', { name, type: 'test' });
    expect((await sdk.feature(feature, `?environment=${name}`)).enabled).toBe(true);
    await remove(`/api/admin/environments/${name}`);
    expect(await sdk.feature(feature, `?environment=${name}`)).toMatchObject({
      enabled: false,
      strategies: [],
    });
    await service.given.environment({ name });
    await post('/api/admin/projects/default/environments', { environment: name });
    expect(await sdk.feature(feature, `?environment=${name}`)).toMatchObject({
      enabled: false,
      strategies: [],
    });
    await expectTruth(name);
  });
});

test('changes that do not concern SDKs do not change their ETag', async () => {
  const { feature, strategy } = await rich();
  const etag = await sdk.etag('?environment=development');
  await put('/api/admin/feature-types/release/lifetime', { lifetimeDays: 41 });
  await post('/api/admin/context', { name: unique('field') });
  await post('/api/admin/strategies/default/deprecate');
  await post('/api/admin/strategies/default/reactivate');
  await patch(`${place(feature)}/strategies/${strategy}`, [
    { op: 'replace', path: '/title', value: 'Told to nobody' },
  ]);
  await post('/api/admin/environments/development/off');
  await post('/api/admin/environments/development/on');
  expect(await sdk.etag('?environment=development')).toBe(etag);
  await expectTruth('development');
});
