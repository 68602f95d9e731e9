import type { Context, Unleash } from 'unleash-client';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { endSdk } from '../../../support/sdk.js';
import { contextField, CONTEXT, PLAYGROUND, sdk, withStrategies } from './support.js';

let service: TestService;
let unleash: Unleash;
beforeAll(async () => {
  service = await TestService.start();
  for (const name of ['plan', 'age', 'version']) await contextField(service, name);
  await makeFeatures();
  unleash = await sdk(service);
}, 60_000);
afterAll(async () => {
  if (unleash) endSdk(unleash);
  await service.stop();
});

const CONSTRAINTS = [
  { contextName: 'userId', operator: 'IN', values: ['1', '2'] },
  { contextName: 'userId', operator: 'NOT_IN', values: ['1', '2'] },
  { contextName: 'userId', operator: 'IN', values: ['1'], inverted: true },
  { contextName: 'plan', operator: 'STR_STARTS_WITH', values: ['Pro'] },
  { contextName: 'plan', operator: 'STR_ENDS_WITH', values: ['PLUS'], caseInsensitive: true },
  { contextName: 'plan', operator: 'STR_CONTAINS', values: ['o-p'], inverted: true },
  { contextName: 'age', operator: 'NUM_EQ', value: '42' },
  { contextName: 'age', operator: 'NUM_GT', value: '41.5' },
  { contextName: 'age', operator: 'NUM_GTE', value: '42' },
  { contextName: 'age', operator: 'NUM_LT', value: '42' },
  { contextName: 'age', operator: 'NUM_LTE', value: '42', inverted: true },
  { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00Z' },
  { contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2026-01-01T00:00:00Z' },
  { contextName: 'version', operator: 'SEMVER_EQ', value: '1.2.3' },
  { contextName: 'version', operator: 'SEMVER_GT', value: '1.2.2' },
  { contextName: 'version', operator: 'SEMVER_LT', value: '1.2.3-beta.1' },
  { contextName: 'environment', operator: 'IN', values: ['development'] },
  { contextName: 'appName', operator: 'IN', values: ['test'] },
];

const share = (rollout: number, more: object = {}): object => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'default', groupId: 'group', ...more },
});
const variants = (...names: string[]): object[] =>
  names.map((name) => ({
    name,
    weight: 0,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'string', value: `of ${name}` },
  }));

async function segment(constraints: object[]): Promise<number> {
  return (
    await service.api
      .post('/api/admin/segments', { name: unique('segment'), constraints })
      .expect(201)
  ).body.id;
}

/** Creates features with everything that matters to SDKs, separately and combined. */
async function makeFeatures(): Promise<void> {
  for (const constraint of CONSTRAINTS)
    await withStrategies(service, { name: 'default', constraints: [constraint] });
  const both = [CONSTRAINTS[0]!, CONSTRAINTS[3]!];
  await withStrategies(service, { name: 'default', constraints: both });
  await withStrategies(service, {
    name: 'default',
    segments: [await segment(both), await segment([CONSTRAINTS[6]!])],
  });
  await withStrategies(service, {
    name: 'default',
    constraints: [CONSTRAINTS[0]!],
    segments: [await segment([])],
  });
  for (const rollout of [0, 1, 25, 50, 75, 100]) await withStrategies(service, share(rollout));
  await withStrategies(service, share(50, { stickiness: 'plan' }));
  await withStrategies(service, share(50, { stickiness: 'sessionId' }), {
    name: 'userWithId',
    parameters: { userIds: '1, 7' },
  });
  await withStrategies(service, { name: 'userWithId', parameters: { userIds: '2,3' } });
  await withStrategies(service, {
    name: 'remoteAddress',
    parameters: { IPs: '10.0.0.0/8, 192.168.1.7, nonsense' },
  });
  await withStrategies(service, { ...share(70), variants: variants('a', 'b', 'c') });
  await withStrategies(
    service,
    { name: 'default', disabled: true },
    { name: 'userWithId', parameters: { userIds: '1' } },
  );
  await makeRelatives();
  await service.given.feature();
}

/** Creates features with variants, and features that depend on them. */
async function makeRelatives(): Promise<void> {
  const { feature: parent } = await withStrategies(service, share(60));
  const own = [
    ...variants('x', 'y'),
    {
      name: 'z',
      weight: 0,
      weightType: 'variable',
      overrides: [{ contextName: 'userId', values: ['7'] }],
    },
  ];
  await service.api.put(`${at(parent)}/variants`, own).expect(200);
  for (const dependency of [
    {},
    { enabled: false },
    { variants: ['x'] },
    { variants: ['y', 'z'] },
  ]) {
    const { feature } = await withStrategies(service, share(90));
    await service.api
      .post(`${at(feature)}/dependencies`, { feature: parent, ...dependency })
      .expect(200);
  }
}

const CONTEXTS: object[] = [
  {},
  ...['1', '2', '3', '7', '42'].map((userId) => ({ userId })),
  { userId: '1', properties: { plan: 'Pro-plus', age: '42', version: '1.2.3' } },
  { userId: '9', properties: { plan: 'pro-plus', age: '41', version: '1.2.3-alpha' } },
  { userId: '2', properties: { plan: 'Free', age: 'old', version: 'v1.2.3' } },
  { userId: '2', plan: 'Pro', properties: { plan: 'Free' } },
  { sessionId: 'abc', remoteAddress: '10.1.2.3', currentTime: '2025-12-31T23:59:59Z' },
  { sessionId: 'def', remoteAddress: '192.168.1.7', currentTime: '2026-01-01T00:00:00.001Z' },
  { userId: '', sessionId: 'ghi', remoteAddress: 'not an address' },
  {
    properties: {
      userId: '1',
      sessionId: 'x',
      currentTime: '1999-01-01T00:00:00Z',
      environment: 'production',
    },
  },
];

/** Whether the context has a value for stickiness; otherwise chance decides. */
const isSticky = (context: object): boolean => 'userId' in context || 'sessionId' in context;

test.each(CONTEXTS.map((context) => [JSON.stringify(context), context]))(
  'says what the SDK says for %s',
  async (_, context) => {
    const { body } = await service.api
      .post(PLAYGROUND, { environment: 'development', context: { ...CONTEXT, ...context } })
      .expect(200);
    const time = (context as { currentTime?: string }).currentTime;
    const asked = { ...context, ...(time ? { currentTime: new Date(time) } : {}) } as Context;
    const random = (strategies: { name: string }[]): boolean =>
      strategies.some((one) => one.name === 'flexibleRollout');
    let compared = 0;
    for (const { name, isEnabled, variant, strategies } of body.features) {
      if (!isSticky(context) && random(strategies.data)) continue;
      compared++;
      const said = unleash.getVariant(name, asked);
      expect({ name, isEnabled, variant }).toEqual({
        name,
        isEnabled: unleash.isEnabled(name, asked),
        variant: {
          name: said.name,
          enabled: said.enabled,
          payload: said.payload,
          feature_enabled: said.feature_enabled,
          featureEnabled: said.feature_enabled,
        },
      });
    }
    expect(compared).toBeGreaterThan(20);
  },
);

test('every kind of feature is on for one of the contexts and off for another', async () => {
  const seen = new Map<string, Set<boolean>>();
  for (const context of CONTEXTS) {
    const { body } = await service.api
      .post(PLAYGROUND, { environment: 'development', context: { ...CONTEXT, ...context } })
      .expect(200);
    for (const { name, isEnabled } of body.features)
      seen.set(name, (seen.get(name) ?? new Set()).add(isEnabled));
  }
  const undecided = [...seen.values()].filter((results) => results.size === 1).length;
  // Undecided are only features that are the same for all contexts by their nature: by environment,
  // appName, shares of 0 and 100, or a segment that matches everybody or nobody.
  expect(undecided).toBeLessThan(10);
});
