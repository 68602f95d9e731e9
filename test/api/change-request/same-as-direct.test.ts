import { ChangeRequestScene, type GivenChange } from '../../support/change-request-scene.js';
import { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
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

/** A random change. Strategies and features are given by their place, which both sides share. */
interface Drawn {
  action: string;
  feature: number;
  other: number;
  strategy: number;
  rollout: string;
  isOn: boolean;
}

function drawn(random: (limit: number) => number): Drawn {
  const actions = [
    'updateEnabled',
    'updateEnabled',
    'addStrategy',
    'updateStrategy',
    'deleteStrategy',
    'reorderStrategy',
    'patchVariant',
    'addDependency',
    'deleteDependency',
    'archiveFeature',
  ];
  const feature = random(FEATURES);
  return {
    action: actions[random(actions.length)]!,
    feature,
    other: (feature + 1 + random(FEATURES - 1)) % FEATURES,
    strategy: random(STRATEGIES),
    rollout: String(random(101)),
    isOn: random(2) === 0,
  };
}

/** Features with strategies, and what changes them. */
interface Side {
  scene: ChangeRequestScene;
  features: string[];
  strategies: string[][];
}

const contentOf = (rollout: string) => ({
  name: 'flexibleRollout',
  title: `to ${rollout}`,
  parameters: { rollout, stickiness: 'default', groupId: 'g' },
  constraints: [],
});

const variantsOf = (rollout: string) => [
  { name: `a${rollout}`, weight: 1000, weightType: 'variable', stickiness: 'default' },
];

async function sideOf(): Promise<Side> {
  const scene = await ChangeRequestScene.create(service);
  await scene.require(null);
  const [features, strategies]: [string[], string[][]] = [[], []];
  for (let n = 0; n < FEATURES; n++) {
    const feature = await scene.feature();
    await service.api.put(`${scene.at(feature)}/variants`, variantsOf('1')).expect(200);
    const ids: string[] = [];
    for (let s = 0; s < STRATEGIES; s++) {
      const { body } = await service.api
        .post(`${scene.at(feature, 'production')}/strategies`, contentOf(String(s)))
        .expect(200);
      ids.push(body.id);
    }
    features.push(feature);
    strategies.push(ids);
  }
  return { scene, features, strategies };
}

function changeOf(
  { features, strategies }: Side,
  { action, feature, other, strategy, rollout, isOn }: Drawn,
): GivenChange {
  const id = strategies[feature]![strategy]!;
  const payloads: Record<string, unknown> = {
    updateEnabled: { enabled: isOn },
    addStrategy: contentOf(rollout),
    updateStrategy: { id, ...contentOf(rollout) },
    deleteStrategy: { id },
    reorderStrategy: strategies[feature]!.map((one, n) => ({ id: one, sortOrder: 10 - n })),
    patchVariant: { variants: variantsOf(rollout) },
    addDependency: { feature: features[other] },
  };
  return { action, feature: features[feature]!, payload: payloads[action] };
}

/** Makes a change directly. @returns The status. */
async function direct(side: Side, one: Drawn): Promise<number> {
  const { scene, features, strategies } = side;
  const name = features[one.feature]!;
  const [all, here] = [scene.at(name), scene.at(name, 'production')];
  const { payload } = changeOf(side, one);
  const strategy = `${here}/strategies/${strategies[one.feature]![one.strategy]}`;
  const requests: Record<string, () => PromiseLike<{ status: number }>> = {
    updateEnabled: () => service.api.post(`${here}/${one.isOn ? 'on' : 'off'}`),
    addStrategy: () => service.api.post(`${here}/strategies`, contentOf(one.rollout)),
    updateStrategy: () => service.api.put(strategy, contentOf(one.rollout)),
    deleteStrategy: () => service.api.delete(strategy),
    reorderStrategy: () => service.api.post(`${here}/strategies/set-sort-order`, payload as object),
    patchVariant: () => service.api.put(`${here}/variants`, variantsOf(one.rollout)),
    addDependency: () => service.api.post(`${all}/dependencies`, payload as object),
    deleteDependency: () => service.api.delete(`${all}/dependencies`),
    archiveFeature: () => service.api.delete(all),
  };
  return (await requests[one.action]!()).status;
}

/** The features of a side without what differs between sides: names, ids and times. */
async function stateOf({ scene, features, strategies }: Side): Promise<string> {
  const bodies: unknown[] = [];
  for (const feature of features) {
    const { status, body } = await service.api.get(scene.at(feature));
    bodies.push(status === 200 ? body : status);
  }
  const archived = `/api/admin/search/features?project=IS:${scene.project}&archived=IS:true`;
  const { body } = await service.api.get(archived).expect(200);
  let text = JSON.stringify([
    bodies,
    (body.features as { name: string }[]).map(({ name }) => name).sort(),
  ]);
  features.forEach((name, n) => (text = text.replaceAll(`"${name}"`, `"feature ${n}"`)));
  strategies.flat().forEach((id, n) => (text = text.replaceAll(id, `strategy ${n}`)));
  return text
    .replaceAll(`"${scene.project}"`, '"project"')
    .replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"new strategy"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replaceAll(/"collaborators":\{.*?\]\}/g, '"collaborators"');
}

test.each([1, 2, 3, 4, 5, 6])(
  'random changes by a change request end in the same state as made directly (seed %i)',
  async (seed) => {
    const random = randomness(seed);
    const [byRequest, directly] = [await sideOf(), await sideOf()];
    const wanted = Array.from({ length: 10 }, () => drawn(random));
    const made: Drawn[] = [];
    for (const one of wanted) if ((await direct(directly, one)) < 300) made.push(one);
    expect(made.length).toBeGreaterThan(2);
    const { scene } = byRequest;
    await scene.require(1);
    const changes = made.map((one) => changeOf(byRequest, one));
    const id = await scene.approved(changes);
    await scene.state(id, 'Applied', scene.reviewer.api).expect(200);
    expect(await stateOf(byRequest)).toBe(await stateOf(directly));
    const types = async (side: Side): Promise<string[]> =>
      (await side.scene.events(100))
        .map(({ type }) => type)
        .filter((type) => !type.startsWith('change') && type !== 'feature-created')
        .reverse();
    expect(await types(byRequest)).toEqual(await types(directly));
  },
);
