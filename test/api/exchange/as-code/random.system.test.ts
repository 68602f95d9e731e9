import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { TestService } from '../../../support/service.js';
import { exportOf } from './everything.js';
import { APPLY, plan, rollout } from './folder.js';

// Random plans, while others change what the plan is about. Afterwards each feature must be as the
// plan and then the edits left it, or as the edits alone did if the plan was refused.

/**
 * How many plans; set `AS_CODE_PLANS` to try more, e.g. 10,000 in 15 to 40 minutes, and
 * `AS_CODE_SEED` for others.
 */
const PLANS = Number(process.env['AS_CODE_PLANS'] ?? 200);
const SEED = Number(process.env['AS_CODE_SEED'] ?? 20_261_127);
/** How many are tried at the same time, each in its own project. */
const AT_ONCE = 4;
/** After so many plans of a project another one is used, since events add up. */
const PER_PROJECT = 250;
const FEATURES = ['a', 'b', 'c', 'd'] as const;
const ENVIRONMENT = 'development';

/** What plans and edits change of a feature. */
interface Model {
  description: string;
  stale: boolean;
  enabled: boolean;
  percent: number;
}

const model: fc.Arbitrary<Model> = fc.record({
  description: fc.constantFrom('one', 'two', 'three'),
  stale: fc.boolean(),
  enabled: fc.boolean(),
  percent: fc.constantFrom(0, 50, 100),
});
const edit = fc.record({
  feature: fc.nat(FEATURES.length - 1),
  to: fc.oneof(
    fc.record({ description: fc.constantFrom('four', 'five') }),
    fc.record({ stale: fc.boolean() }),
    fc.record({ enabled: fc.boolean() }),
  ) as fc.Arbitrary<Partial<Model>>,
  afterMs: fc.nat(25),
});
const trial = fc.record({
  wanted: fc.array(model, { minLength: FEATURES.length, maxLength: FEATURES.length }),
  edits: fc.uniqueArray(edit, {
    maxLength: 3,
    selector: ({ feature, to }) => `${feature} ${Object.keys(to).join()}`,
  }),
});

interface Trial {
  wanted: Model[];
  edits: { feature: number; to: Partial<Model>; afterMs: number }[];
}

let service: TestService;
beforeAll(async () => {
  // One caller sends what many people would.
  service = await TestService.start({ REQUEST_QUOTA_PER_SECOND: '1000000' });
});
afterAll(() => service.stop());

const described = (project: string, models: readonly Model[]): object => ({
  features: FEATURES.map((letter, n) => {
    const { description, stale, enabled, percent } = models[n]!;
    const place = { name: ENVIRONMENT, enabled, strategies: [rollout(percent)] };
    return {
      ...{ name: `${project}-${letter}`, project, description, stale },
      environments: [place],
    };
  }),
});

async function present(project: string): Promise<Model[]> {
  const { features } = await exportOf(service, `?project=${project}`);
  return FEATURES.map((letter) => {
    const { description, stale, environments } = features.find(
      ({ name }: { name: string }) => name === `${project}-${letter}`,
    );
    const { enabled, strategies } = environments[0];
    return { description, stale, enabled, percent: Number(strategies[0].parameters.rollout) };
  });
}

async function carryOut(project: string, { feature, to }: { feature: number; to: Partial<Model> }) {
  const path = `/api/admin/projects/${project}/features/${project}-${FEATURES[feature]}`;
  const [[property, value]] = Object.entries(to) as [[string, unknown]];
  if (property === 'enabled')
    await service.api
      .post(`${path}/environments/${ENVIRONMENT}/${value ? 'on' : 'off'}`)
      .expect(200);
  else await service.api.patch(path, [{ op: 'replace', path: `/${property}`, value }]).expect(200);
}

const isAsBefore = (before: Model, to: Partial<Model>): boolean =>
  Object.entries(to).every(([property, value]) => before[property as keyof Model] === value);

/** Plans, and applies while edits happen. @returns Whether it was applied, and what is now. */
async function tryOne(
  project: string,
  before: Model[],
  { wanted, edits }: Trial,
): Promise<{ isApplied: boolean; after: Model[] }> {
  const body = { owner: project, state: described(project, wanted) };
  const { hash } = await plan(service, body);
  const [applied] = await Promise.all([
    service.api.post(APPLY, { ...body, hash }).expect((response) => {
      if (![200, 409].includes(response.status))
        throw new Error(`${response.status} ${response.text}`);
    }),
    ...edits.map(async (one) => {
      await sleep(one.afterMs);
      await carryOut(project, one);
    }),
  ]);
  const isApplied = applied.status === 200;
  const after = await present(project);
  const expected = (isApplied ? wanted : before).map((one) => ({ ...one }));
  for (const { feature, to } of edits)
    // An edit to what was there already changes nothing if it comes first, and the plan does.
    if (!(isApplied && isAsBefore(before[feature]!, to))) Object.assign(expected[feature]!, to);
    else if (isAsBefore(after[feature]!, to)) Object.assign(expected[feature]!, to);
  expect(after).toEqual(expected);
  return { isApplied, after };
}

async function prepared(): Promise<string> {
  const project = await service.given.project({ environments: [ENVIRONMENT] });
  const initial = { description: 'one', stale: false, enabled: false, percent: 100 };
  const state = described(project, Array<Model>(FEATURES.length).fill(initial));
  const { hash } = await plan(service, { owner: project, state });
  await service.api.post(APPLY, { owner: project, state, hash }).expect(200);
  return project;
}

/** Prints how far a long run has come. */
function report(outcome: { applied: number; refused: number; failures: string[] }): void {
  const done = outcome.applied + outcome.refused + outcome.failures.length;
  if (process.env['AS_CODE_PLANS'] && done % 500 === 0)
    console.info({ done, ...outcome, seconds: Math.round(process.uptime()) });
}

/** Tries all plans, some at the same time. @returns How they ended. */
async function tryAll(trials: Trial[]) {
  const outcome = { applied: 0, refused: 0, failures: [] as string[] };
  const tryRest = async (): Promise<void> => {
    let project = '';
    let before: Model[] | undefined;
    for (let n = 0; trials.length > 0; n++) {
      if (n % PER_PROJECT === 0) [project, before] = [await prepared(), undefined];
      const one = trials.pop()!;
      try {
        before ??= await present(project);
        const { isApplied, after } = await tryOne(project, before, one);
        outcome[isApplied ? 'applied' : 'refused']++;
        before = after;
      } catch (error) {
        outcome.failures.push(`${JSON.stringify(one)}\n${String(error)}`);
        before = undefined;
      }
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tryRest));
  return outcome;
}

test(
  'a plan does exactly what it says, or nothing, whatever others do',
  async () => {
    const trials = fc.sample(trial, { numRuns: PLANS, seed: SEED });
    const { applied, refused, failures } = await tryAll(trials);
    expect(failures).toEqual([]);
    // Both happen often, or the trials prove little.
    expect(applied).toBeGreaterThan(PLANS / 10);
    expect(refused).toBeGreaterThan(PLANS / 10);
  },
  Math.max(60_000, PLANS * 500),
);
