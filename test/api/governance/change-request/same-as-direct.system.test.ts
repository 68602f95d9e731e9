import { ChangeRequestScene, type GivenChange } from '../../../support/change-request-scene.js';
import {
  type ActionName,
  PLAN_ACTIONS,
} from '../../../../src/governance/change-request/actions/change-action.js';
import { milestone, type Plan, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let plans: ReleasePlanScene;
let template: string;
beforeAll(async () => {
  service = await TestService.start();
  plans = new ReleasePlanScene(service);
  template = await plans.template([milestone(10), milestone(50), milestone(90)]);
});
afterAll(() => service.stop());

/** A pseudo-random sequence, so that a failure can be repeated by its seed. */
function randomness(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const FEATURES = 3;
const STRATEGIES = 2;

/** How many features have a release plan from the start. */
const PLANS = 2;
const MILESTONES = 3;

/** A random change. Its target is an index that both sides share. */
interface Drawn {
  action: ActionName;
  feature: number;
  other: number;
  strategy: number;
  milestone: number;
  rollout: string;
  isOn: boolean;
}

/** The objects of one side: features with strategies, release plans and segments. */
interface Side {
  scene: ChangeRequestScene;
  features: string[];
  strategies: string[][];
  /** The release plans of the first features. */
  plans: Plan[];
  /** Ids of two segments: one that strategies use, and an unused one. */
  segments: number[];
}

const ROLLOUT = 'flexibleRollout';
const stepOf = (rollout: string) => ({
  title: `to ${rollout}`,
  parameters: { rollout, stickiness: 'default', groupId: 'g' },
  constraints: [],
});
const contentOf = (rollout: string) => ({ name: ROLLOUT, ...stepOf(rollout) });

const variantsOf = (rollout: string) => [
  { name: `a${rollout}`, weight: 1000, weightType: 'variable', stickiness: 'default' },
];

const segmentOf = ({ project }: ChangeRequestScene, name: string, value: string) => ({
  name: `${name} of ${project}`,
  project,
  constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }],
});

const safeguardOf = (rollout: string) => ({
  impactMetric: {
    metricName: 'evaluations',
    timeRange: 'day',
    aggregationMode: 'count',
    labelSelectors: {},
  },
  triggerCondition: { operator: '>', threshold: 1_000_000 + Number(rollout) },
});

async function sideOf(): Promise<Side> {
  const scene = await ChangeRequestScene.create(service);
  await scene.require(null);
  const side: Side = { scene, features: [], strategies: [], plans: [], segments: [] };
  for (const name of ['used', 'unused']) {
    const { body } = await service.api
      .post('/api/admin/segments', segmentOf(scene, name, '1'))
      .expect(201);
    side.segments.push(body.id);
  }
  for (let n = 0; n < FEATURES; n++) {
    const feature = await scene.feature();
    await service.api.put(`${scene.at(feature)}/variants`, variantsOf('1')).expect(200);
    const ids: string[] = [];
    for (let s = 0; s < STRATEGIES; s++) {
      const content = { ...contentOf(String(s)), segments: side.segments.slice(0, s) };
      const { body } = await service.api
        .post(`${scene.at(feature, 'production')}/strategies`, content)
        .expect(200);
      ids.push(body.id);
    }
    side.features.push(feature);
    side.strategies.push(ids);
    if (n < PLANS) side.plans.push(await planOf(scene, feature));
  }
  return side;
}

/** Adds a release plan, with a safeguard, whose milestones follow each other. */
async function planOf(scene: ChangeRequestScene, feature: string): Promise<Plan> {
  const path = `${scene.at(feature, 'production')}/release-plans`;
  const { body } = await service.api.post(path, { templateId: template }).expect(200);
  const { id } = body as Plan;
  await service.api.put(`${path}/${id}/safeguards`, safeguardOf('0')).expect(200);
  return (await service.api.get(path).expect(200)).body[0] as Plan;
}

/** One kind of change, in a change request and as a direct operation. */
interface Way {
  payload?: object;
  direct: () => PromiseLike<{ status: number }>;
}

const at = ({ scene, features }: Side, { feature }: Drawn): string => scene.at(features[feature]!);
const inProduction = (side: Side, one: Drawn): string => `${at(side, one)}/environments/production`;

function strategyAt(side: Side, one: Drawn): [id: string, path: string] {
  const id = side.strategies[one.feature]![one.strategy]!;
  return [id, `${inProduction(side, one)}/strategies/${id}`];
}

/** The plan of a change, its path, the chosen milestone and a strategy of that. */
function planAt(side: Side, one: Drawn) {
  const plan = side.plans[one.feature % PLANS]!;
  const inPlan = { ...one, feature: one.feature % PLANS };
  const chosen = plan.milestones[one.milestone]!;
  const next = plan.milestones[one.milestone + 1] ?? chosen;
  const path = `${inProduction(side, inPlan)}/release-plans/${plan.id}`;
  return { plan, chosen, next, path, inPlan };
}

const post = (path: string, body?: object) => service.api.post(path, body);
const put = (path: string, body: object) => service.api.put(path, body);
const remove = (path: string) => service.api.delete(path);

/** Every kind of change, including all actions of change requests. */
const WAYS = {
  updateEnabled: (side: Side, one: Drawn): Way => ({
    payload: { enabled: one.isOn },
    direct: () => post(`${inProduction(side, one)}/${one.isOn ? 'on' : 'off'}`),
  }),
  addStrategy: (side: Side, one: Drawn): Way => {
    const payload = { ...contentOf(one.rollout), segments: one.isOn ? [side.segments[0]] : [] };
    return { payload, direct: () => post(`${inProduction(side, one)}/strategies`, payload) };
  },
  updateStrategy: (side: Side, one: Drawn): Way => {
    const [id, path] = strategyAt(side, one);
    const content = contentOf(one.rollout);
    return { payload: { id, ...content }, direct: () => put(path, content) };
  },
  deleteStrategy: (side: Side, one: Drawn): Way => {
    const [id, path] = strategyAt(side, one);
    return { payload: { id }, direct: () => remove(path) };
  },
  reorderStrategy: (side: Side, one: Drawn): Way => {
    const ids = side.strategies[one.feature]!;
    const payload = ids.map((id, n) => ({ id, sortOrder: one.isOn ? 10 - n : n }));
    const path = `${inProduction(side, one)}/strategies/set-sort-order`;
    return { payload, direct: () => post(path, payload) };
  },
  patchVariant: (side: Side, one: Drawn): Way => {
    const variants = variantsOf(one.rollout);
    const path = `${inProduction(side, one)}/variants`;
    return { payload: { variants }, direct: () => put(path, variants) };
  },
  addDependency: (side: Side, one: Drawn): Way => {
    const payload = { feature: side.features[one.other]! };
    return { payload, direct: () => post(`${at(side, one)}/dependencies`, payload) };
  },
  deleteDependency: (side: Side, one: Drawn): Way => ({
    direct: () => remove(`${at(side, one)}/dependencies`),
  }),
  archiveFeature: (side: Side, one: Drawn): Way => ({ direct: () => remove(at(side, one)) }),
  updateSegment: ({ scene, segments: [id] }: Side, { rollout }: Drawn): Way => {
    const content = segmentOf(scene, 'used', rollout);
    return {
      payload: { id, ...content },
      direct: () => put(`/api/admin/segments/${id}`, content),
    };
  },
  deleteSegment: ({ segments }: Side, { isOn }: Drawn): Way => {
    const id = segments[isOn ? 1 : 0];
    return { payload: { id }, direct: () => remove(`/api/admin/segments/${id}`) };
  },
  addReleasePlan: (side: Side, one: Drawn): Way => ({
    payload: { templateId: template },
    direct: () => post(`${inProduction(side, one)}/release-plans`, { templateId: template }),
  }),
  deleteReleasePlan: (side: Side, one: Drawn): Way => {
    const { plan, path } = planAt(side, one);
    return { payload: { planId: plan.id }, direct: () => remove(path) };
  },
  startMilestone: (side: Side, one: Drawn): Way => {
    const { plan, path, chosen } = planAt(side, one);
    return {
      payload: { planId: plan.id, milestoneId: chosen.id },
      direct: () => post(`${path}/milestones/${chosen.id}/start`),
    };
  },
  updateMilestoneStrategy: (side: Side, one: Drawn): Way => {
    const { chosen, inPlan } = planAt(side, one);
    const { id } = chosen.strategies[0]!;
    const content = stepOf(one.rollout);
    return {
      payload: { id, ...content },
      direct: () => put(`${inProduction(side, inPlan)}/milestone-strategies/${id}`, content),
    };
  },
  changeMilestoneProgression: (side: Side, one: Drawn): Way => {
    const { chosen, next, inPlan } = planAt(side, one);
    const content = {
      targetMilestone: next.id,
      transitionCondition: { intervalMinutes: 1_000 + Number(one.rollout) },
    };
    return {
      payload: { sourceMilestone: chosen.id, ...content },
      direct: () => put(`${inProduction(side, inPlan)}/progressions/${chosen.id}`, content),
    };
  },
  deleteMilestoneProgression: (side: Side, one: Drawn): Way => {
    const { chosen, inPlan } = planAt(side, one);
    return {
      payload: { sourceMilestone: chosen.id },
      direct: () => remove(`${inProduction(side, inPlan)}/progressions/${chosen.id}`),
    };
  },
  resumeMilestoneProgression: (side: Side, one: Drawn): Way => {
    const { plan, inPlan } = planAt(side, one);
    return {
      payload: { planId: plan.id },
      direct: () => post(`${inProduction(side, inPlan)}/progressions/${plan.id}/resume`),
    };
  },
  changeSafeguard: (side: Side, one: Drawn): Way => {
    const { plan, path } = planAt(side, one);
    const safeguard = safeguardOf(one.rollout);
    return {
      payload: { planId: plan.id, safeguard },
      direct: () => put(`${path}/safeguards`, safeguard),
    };
  },
  deleteSafeguard: (side: Side, one: Drawn): Way => {
    const { plan, path } = planAt(side, one);
    const { id: safeguardId } = plan.safeguards[0]!;
    return {
      payload: { planId: plan.id, safeguardId },
      direct: () => remove(`${path}/safeguards/${safeguardId}`),
    };
  },
} satisfies Record<ActionName, (side: Side, one: Drawn) => Way>;

const ACTIONS = Object.keys(WAYS) as ActionName[];

function drawn(random: (limit: number) => number): Drawn {
  const feature = random(FEATURES);
  return {
    action: ACTIONS[random(ACTIONS.length)]!,
    feature,
    other: (feature + 1 + random(FEATURES - 1)) % FEATURES,
    strategy: random(STRATEGIES),
    milestone: random(MILESTONES),
    rollout: String(random(101)),
    isOn: random(2) === 0,
  };
}

/** The feature that a change names; none for segments. */
function featureOf({ features }: Side, { action, feature }: Drawn): string | undefined {
  if (action.endsWith('Segment')) return undefined;
  const isOfPlan = (PLAN_ACTIONS as readonly string[]).includes(action);
  return features[isOfPlan ? feature % PLANS : feature];
}

function changeOf(side: Side, one: Drawn): GivenChange {
  const feature = featureOf(side, one);
  const { payload } = WAYS[one.action](side, one);
  return { action: one.action, payload, ...(feature === undefined ? {} : { feature }) };
}

/** The state of a side without names, ids, users and times, which differ. */
async function stateOf({ scene, features, strategies, plans, segments }: Side): Promise<string> {
  const shown: unknown[] = [];
  const read = async (path: string): Promise<void> => {
    const { status, body } = await service.api.get(path);
    shown.push(status === 200 ? body : status);
  };
  for (const feature of features) {
    await read(scene.at(feature));
    await read(`${scene.at(feature, 'production')}/release-plans`);
  }
  for (const segment of segments) await read(`/api/admin/segments/${segment}`);
  const archived = `/api/admin/search/features?project=IS:${scene.project}&archived=IS:true`;
  const { body } = await service.api.get(archived).expect(200);
  shown.push((body.features as { name: string }[]).map(({ name }) => name).sort());
  let text = JSON.stringify(shown);
  features.forEach((name, n) => (text = text.replaceAll(`"${name}"`, `"feature ${n}"`)));
  const ids = [...strategies, ...plans.map(idsOf)].flat();
  ids.forEach((id, n) => (text = text.replaceAll(id, `known ${n}`)));
  segments.forEach((id, n) => {
    text = text.replaceAll(`"segments":[${id}]`, `"segments":["segment ${n}"]`);
    text = text.replaceAll(`{"id":${id},`, `{"id":"segment ${n}",`);
  });
  return text
    .replaceAll(scene.project, 'project')
    .replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"new"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replaceAll(/"createdByUserId":-?\d+/g, '"createdByUserId"')
    .replaceAll(/"collaborators":\{.*?\]\}/g, '"collaborators"');
}

function idsOf({ id, milestones }: Plan): string[] {
  return [id, ...milestones.flatMap((one) => [one.id, ...one.strategies.map((s) => s.id)])];
}

/** The types of the events of a side, oldest first, without those of the change request itself. */
async function eventsOf({ scene }: Side): Promise<string[]> {
  const events = await scene.events(200);
  return events
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('change'))
    .reverse();
}

const CHANGES = 14;
const made = new Set<string>();

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'random changes by a change request end in the same state as made directly (seed %i)',
  async (seed) => {
    const random = randomness(seed);
    const [byRequest, directly] = [await sideOf(), await sideOf()];
    const possible: Drawn[] = [];
    for (let n = 0; n < CHANGES; n++) {
      const one = drawn(random);
      const { status } = await WAYS[one.action](directly, one).direct();
      if (status < 300) possible.push(one);
    }
    expect(possible.length).toBeGreaterThan(4);
    const { scene } = byRequest;
    await scene.require(1);
    const changes = possible.map((one) => changeOf(byRequest, one));
    await scene.applied(changes);
    expect(await stateOf(byRequest)).toBe(await stateOf(directly));
    expect(await eventsOf(byRequest)).toEqual(await eventsOf(directly));
    possible.forEach(({ action }) => made.add(action));
  },
);

test('among them are changes of every kind', () => {
  expect([...made].sort()).toEqual([...ACTIONS].sort());
});
