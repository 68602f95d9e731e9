import fc from 'fast-check';
import type { Api } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { TEMPLATES } from '../../../support/release-plan-scene.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { eventually } from '../../../support/waiting.js';
import { EXPORT, IMPORT } from '../../exchange/transfer/files.js';

// A strategy of any kind, with any parameters and variants, is stored in the same way whichever way
// it comes in, and nothing that copies it changes it.

const SEED = Number(process.env['STRATEGY_SEED'] ?? 20_261_127);
const RUNS = 12;
const DEVELOPMENT = 'development';

let service: TestService;
let scene: ChangeRequestScene;
let timed: ScheduleScene;
let client: Api;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
  timed = await ScheduleScene.create(service);
  const token = { type: 'client', tokenName: 'all', environment: DEVELOPMENT, projects: ['*'] };
  const { body } = await service.api.post('/api/admin/api-tokens', token).expect(201);
  client = service.api.as({ token: body.secret });
});
afterAll(() => service.stop());

interface Content {
  parameters?: Record<string, unknown>;
  variants?: object[];
}
type Strategy = Content & { name: string };

/** The built-in strategies, with the names of their parameters. */
const NAMES = {
  default: [],
  flexibleRollout: ['rollout', 'stickiness', 'groupId'],
  userWithId: ['userIds'],
  remoteAddress: ['IPs'],
  applicationHostname: ['hostNames'],
};
const value = (name: string): fc.Arbitrary<unknown> =>
  name === 'rollout'
    ? fc.constantFrom('0', '30', '100', 30, '', null)
    : name === 'stickiness'
      ? fc.constantFrom('default', 'userId', 'random', '', null)
      : fc.constantFrom('a', 'a,b', '', null);
const parameters = (names: readonly string[]) =>
  fc.option(
    fc.record(Object.fromEntries([...names, 'other'].map((name) => [name, value(name)])), {
      requiredKeys: [],
    }),
    { nil: undefined },
  );
const variant = fc.record(
  {
    name: fc.constant(''),
    weight: fc.constantFrom(0, 300, 1000),
    weightType: fc.constant('variable'),
    stickiness: fc.constantFrom('default', 'userId', 'random', ''),
    payload: fc.constantFrom(
      { type: 'string', value: 'x' },
      { type: 'json', value: '{"a": 1e400}' },
    ),
  },
  { requiredKeys: ['name', 'weight', 'weightType', 'stickiness'] },
);
const variants = fc
  .option(fc.array(variant, { maxLength: 3 }), { nil: undefined })
  .map((all) => all?.map((one, index) => ({ ...one, name: `v${index}` })));
const content = (name: keyof typeof NAMES): fc.Arbitrary<Strategy> =>
  fc
    .record({ parameters: parameters(NAMES[name]), variants })
    .map((given) => JSON.parse(JSON.stringify({ name, ...given })) as Strategy);

/** What is stored of the only strategy of a feature; its group is that of the feature, or not. */
async function stored(feature: string, environment = DEVELOPMENT): Promise<Content[]> {
  return storedAt(scene.at(feature, environment), feature);
}
async function storedAt(place: string, feature: string): Promise<Content[]> {
  const { body } = await service.api.get(`${place}/strategies`).expect(200);
  return (body as Strategy[]).map((one) => shown(one, feature));
}
const shown = ({ name, parameters: all, variants: some = [] }: Strategy, feature: string) => ({
  name,
  parameters: { ...all, ...(all?.['groupId'] === feature ? { groupId: '(feature)' } : {}) },
  variants: some,
});
const pathOf = (feature: string, environment = DEVELOPMENT): string =>
  `${scene.at(feature, environment)}/strategies`;

/** Approves and applies a change request. @returns Its feature, or the status of a refusal. */
async function applied(action: string, feature: string, payload: object): Promise<Made> {
  const { status, body } = await scene.add({ action, feature, payload });
  if (status >= 300) return status;
  await scene.state(body.id, 'In review', scene.author.api).expect(200);
  for (const state of ['Approved', 'Applied'])
    await scene.state(body.id, state, scene.reviewer.api).expect(200);
  return stored(feature, 'production');
}

/** Lets a schedule act. */
async function scheduled(action: string, feature: string, payload: object): Promise<Made> {
  const { status, body } = await timed.add(feature, { action, payload });
  if (status >= 300) return status;
  expect((await timed.executed(body.id)).state).toBe('executed');
  return storedAt(timed.at(feature, 'production'), feature);
}

/** What is stored, or the status of a refusal. */
type Made = Content[] | number;
type Way = (strategy: Strategy) => Promise<Made>;

/** The ways in which a new strategy comes in. */
const CREATE: Record<string, Way> = {
  POST: async (strategy) => {
    const feature = await scene.feature();
    const { status } = await service.api.post(pathOf(feature), strategy);
    return status < 300 ? stored(feature) : status;
  },
  'change request': async (strategy) => applied('addStrategy', await scene.feature(), strategy),
  schedule: async (strategy) => scheduled('addStrategy', await timed.feature(), strategy),
  'release plan': async (strategy) => {
    const feature = await scene.feature();
    const status = await planned(feature, strategy);
    return status < 300 ? stored(feature) : status;
  },
};

/** Gives a feature a release plan whose milestone, with the strategy, is active. */
async function planned(feature: string, { name, ...rest }: Strategy): Promise<number> {
  const milestones = [{ name: 'all', strategies: [{ strategyName: name, ...rest }] }];
  const { status, body } = await service.api.post(TEMPLATES, { name: unique(), milestones });
  if (status >= 300) return status;
  const place = scene.at(feature, DEVELOPMENT);
  await service.api.post(`${place}/release-plans`, { templateId: body.id }).expect(200);
  await service.api.post(`${place}/on`).expect(200);
  await service.api.delete(`${TEMPLATES}/${body.id}`).expect(200);
  return status;
}

const before = (name: string) => ({ name, parameters: { other: 'o' } });

/** The ways in which a strategy gets another content. */
const REPLACE: Record<string, Way> = {
  PUT: async (strategy) => {
    const feature = await scene.feature();
    const status = await put(feature, strategy);
    return status < 300 ? stored(feature) : status;
  },
  PATCH: async (strategy) => {
    const feature = await scene.feature();
    const path = pathOf(feature);
    const { body } = await service.api.post(path, before(strategy.name)).expect(200);
    const steps = Object.entries({ variants: [], ...strategy }).map(([name, given]) => ({
      ...{ op: 'add', path: `/${name}`, value: given },
    }));
    const { status } = await service.api.patch(`${path}/${body.id}`, steps);
    return status < 300 ? stored(feature) : status;
  },
  schedule: async (strategy) => {
    const feature = await timed.feature();
    const path = `${timed.at(feature, 'production')}/strategies`;
    const { body } = await service.api.post(path, before(strategy.name)).expect(200);
    return scheduled('updateStrategy', feature, { id: body.id, ...strategy });
  },
  'change request': async (strategy) => {
    const feature = await scene.feature();
    await applied('addStrategy', feature, before(strategy.name));
    const id = await onlyId(feature, 'production');
    return applied('updateStrategy', feature, { id, ...strategy });
  },
  milestone: async ({ name, ...rest }) => {
    const feature = await scene.feature();
    await planned(feature, before(name));
    const path = `${scene.at(feature, DEVELOPMENT)}/milestone-strategies`;
    const wanted = { variants: [], ...rest };
    const { status } = await service.api.put(`${path}/${await onlyId(feature)}`, wanted);
    return status < 300 ? stored(feature) : status;
  },
};

async function put(feature: string, strategy: Strategy): Promise<number> {
  const path = pathOf(feature);
  const { body } = await service.api.post(path, before(strategy.name)).expect(200);
  return (await service.api.put(`${path}/${body.id}`, strategy)).status;
}

/** What each of these ways makes of a strategy. */
async function results(ways: Record<string, Way>, strategy: Strategy): Promise<object> {
  const made: [string, unknown][] = [['of', strategy]];
  for (const [name, way] of Object.entries(ways)) made.push([name, await way(strategy)]);
  return Object.fromEntries(made);
}
const allOf = <T>(names: Iterable<string>, one: T) =>
  Object.fromEntries([...names].map((name) => [name, one]));

/** What copies of a feature have, by how it was copied. */
async function copies(feature: string): Promise<Record<string, Content[]>> {
  const clone = unique();
  await service.api.post(`${scene.at(feature)}/clone`, { name: clone }).expect(201);
  const criteria = { features: [feature], environment: DEVELOPMENT };
  const { body: data } = await service.api.post(EXPORT, criteria).expect(200);
  const copy = unique();
  const file = { project: scene.project, environment: DEVELOPMENT, data };
  const renamed = JSON.parse(JSON.stringify(file).replaceAll(feature, copy)) as object;
  await service.api.post(IMPORT, renamed).expect(200);
  const environment = unique('clone');
  const cloned = { name: environment, type: 'test', projects: [scene.project] };
  await service.api.post(`/api/admin/environments/${DEVELOPMENT}/clone`, cloned).expect(200);
  const inClone = await stored(feature, environment);
  await service.api.delete(`/api/admin/environments/${environment}`).expect(200);
  await service.api.delete(`${pathOf(feature)}/${await onlyId(feature)}`).expect(200);
  await undo(service, await latestEvent(service, 'feature-strategy-remove')).expect(200);
  return {
    clone: await stored(clone),
    import: await stored(copy),
    environment: inClone,
    undo: await stored(feature),
    served: await served(feature),
  };
}

/** A clone gets a group of its own. */
const ofClone = ({ parameters: all = {}, ...rest }: Content): Content => ({
  ...rest,
  parameters: 'groupId' in all ? { ...all, groupId: '(feature)' } : all,
});

async function onlyId(feature: string, environment = DEVELOPMENT): Promise<string> {
  return (await service.api.get(pathOf(feature, environment)).expect(200)).body[0].id as string;
}

async function served(feature: string): Promise<Content[]> {
  const { body } = await eventually(
    () => client.get(`/api/client/features/${feature}`),
    ({ status }) => status === 200,
  );
  return (body.strategies as Strategy[]).map((one) => shown(one, feature));
}

test.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
  'a %s is stored in the same way, whichever way it comes in',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(content(name), async (strategy) => {
        const created = await CREATE['POST']!(strategy);
        const all = { of: strategy, ...allOf(Object.keys(CREATE), created) };
        expect(await results(CREATE, strategy)).toEqual(all);
        const replaced = await REPLACE['PUT']!(strategy);
        const each = { of: strategy, ...allOf(Object.keys(REPLACE), replaced) };
        expect(await results(REPLACE, strategy)).toEqual(each);
        if (typeof created === 'number') return expect(replaced).toBe(created);
        const feature = await scene.feature();
        expect(await put(feature, strategy)).toBe(200);
        const same = await stored(feature);
        expect(same).toEqual(replaced);
        const { clone, ...others } = await copies(feature);
        expect({ strategy, ...others }).toEqual({ strategy, ...allOf(Object.keys(others), same) });
        expect({ strategy, clone }).toEqual({ strategy, clone: same.map(ofClone) });
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  },
);
