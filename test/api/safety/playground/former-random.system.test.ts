import fc from 'fast-check';
import type { Context } from 'unleash-client';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { endSdk } from '../../../support/sdk.js';
import { contextField, PLAYGROUND, sdk } from './support.js';

// Random histories: after each, the official SDK is asked with what it is served at that moment.
// Later, when more has happened, the playground must say the same of that moment.

/** How many; set `PLAYGROUND_HISTORIES` to try more, and to see how many contexts they had. */
const HISTORIES = Number(process.env['PLAYGROUND_HISTORIES'] ?? 40);
const SEED = Number(process.env['PLAYGROUND_SEED'] ?? 20_261_126);
/** How many histories happen before the moments of all of them are asked for. */
const BATCH = 50;
/** After so many histories, new features are made in a new service, since events add up. */
const PER_SERVICE = 1000;
const ENVIRONMENT = 'development';

interface Change {
  kind: number;
  feature: number;
  other: number;
  value: number;
  flag: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.nat(999),
  feature: fc.nat(3),
  other: fc.nat(2),
  value: fc.nat(9),
  flag: fc.boolean(),
});
const user = fc.oneof(fc.constantFrom('1', '2', '7', '42', 'somebody'), fc.nat(9999).map(String));
/** Values of each field: a history is tried for every combination. Without any, it is absent. */
interface Contexts {
  userId: string[];
  sessionId: string[];
  plan: string[];
  age: string[];
  currentTime: string | null;
}

const contexts: fc.Arbitrary<Contexts> = fc.record({
  userId: fc.uniqueArray(user, { minLength: 3, maxLength: 5 }),
  sessionId: fc.subarray(['a', 'b']),
  plan: fc.subarray(['pro', 'Free', 'pro-plus']),
  age: fc.subarray(['7', '42', 'old']),
  currentTime: fc.option(fc.constantFrom('2025-12-31T23:59:59Z', '2026-01-01T00:00:01Z')),
});
const history = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 5 }), contexts });

/** The fields of a context, but for the time. */
type Fields = Partial<Record<'userId' | 'sessionId' | 'plan' | 'age', string>>;

function everyOne({ userId, sessionId, plan, age }: Contexts): Fields[] {
  let found: Fields[] = [{}];
  for (const [name, values] of Object.entries({ userId, sessionId, plan, age }))
    if (values.length > 0)
      found = found.flatMap((fields) => values.map((value) => ({ ...fields, [name]: value })));
  return found;
}

const CONSTRAINTS = [
  { contextName: 'userId', operator: 'IN', values: ['1', '2'] },
  { contextName: 'userId', operator: 'NOT_IN', values: ['1', '42'] },
  { contextName: 'plan', operator: 'STR_STARTS_WITH', values: ['pro'] },
  { contextName: 'plan', operator: 'STR_CONTAINS', values: ['FREE'], caseInsensitive: true },
  { contextName: 'age', operator: 'NUM_GT', value: '8', inverted: true },
  { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00Z' },
];

/** Features that change, in one service. */
class Scene {
  private constructor(
    readonly service: TestService,
    private readonly names: readonly string[],
    private readonly segments: readonly number[],
  ) {}

  static async start(): Promise<Scene> {
    const service = await TestService.start();
    for (const name of ['plan', 'age']) await contextField(service, name);
    const names: string[] = [];
    for (let n = 0; n < 4; n++)
      names.push(await service.given.feature({ enabledIn: [ENVIRONMENT] }));
    const segments: number[] = [];
    for (const constraint of CONSTRAINTS.slice(0, 2)) {
      const body = { name: unique('segment'), constraints: [constraint] };
      segments.push((await service.api.post('/api/admin/segments', body).expect(201)).body.id);
    }
    return new Scene(service, names, segments);
  }

  /** Makes a change. What is not possible is refused, and changes nothing. */
  async make(one: Change): Promise<void> {
    const { api } = this.service;
    const name = this.names[one.feature]!;
    const place = at(name, ENVIRONMENT);
    const strategies = async (): Promise<{ id: string }[]> => {
      const { body } = await api.get(`${place}/strategies`);
      return Array.isArray(body) ? (body as { id: string }[]) : [];
    };
    const kinds: (() => Promise<unknown>)[] = [
      () => api.post(`${place}/${one.flag ? 'on' : 'off'}`),
      () => api.post(`${place}/on`),
      () => api.post(`${place}/strategies`, this.strategy(one)),
      () => api.post(`${place}/strategies`, this.strategy(one)),
      async () => {
        const [first] = await strategies();
        if (first) await api.put(`${place}/strategies/${first.id}`, this.strategy(one));
      },
      async () => {
        const found = await strategies();
        const last = found.at(-1);
        if (last && (found.length > 3 || one.flag))
          await api.delete(`${place}/strategies/${last.id}`);
      },
      async () => {
        const order = (await strategies()).map(({ id }, n) => ({ id, sortOrder: 9 - n }));
        await api.post(`${place}/strategies/set-sort-order`, order);
      },
      () => api.put(`${at(name)}/variants`, one.flag ? variants(one) : []),
      () =>
        api.put(`/api/admin/segments/${this.segments[one.other % 2]}`, {
          name: `segment-${one.other % 2}`,
          constraints: one.flag ? [CONSTRAINTS[one.value % CONSTRAINTS.length]] : [],
        }),
      () =>
        api.post(`${at(name)}/dependencies`, {
          feature: this.names[one.other],
          ...(one.value > 4 ? { enabled: one.flag } : { variants: ['v0'] }),
        }),
      () => api.delete(`${at(name)}/dependencies`),
      () => (one.value > 4 ? api.delete(at(name)) : Promise.resolve()),
      () => Promise.all(this.names.map((dead) => api.post(`/api/admin/archive/revive/${dead}`))),
    ];
    await kinds[one.kind % kinds.length]!();
  }

  private strategy(one: Change): object {
    const { value, flag, other } = one;
    return {
      name: 'flexibleRollout',
      disabled: value === 0,
      parameters: {
        rollout: String(value > 6 ? 100 : value * 15),
        stickiness: flag ? 'userId' : 'default',
        groupId: `g${other}`,
      },
      constraints: flag ? [CONSTRAINTS[value % CONSTRAINTS.length]] : [],
      segments: value % 3 === 1 ? this.segments.slice(0, other) : [],
      variants: value % 4 === 3 ? variants(one) : [],
    };
  }
}

const variants = ({ value }: Change): object[] =>
  Array.from({ length: 1 + (value % 3) }, (_, n) => ({
    ...{ name: `v${n}`, weight: 0, weightType: 'variable', stickiness: 'userId' },
    payload: { type: 'string', value: `payload ${n}` },
  }));

interface Said {
  isEnabled: boolean;
  variant: { name: string; enabled: boolean; payload?: object };
}
/** Results by context and feature. */
type Results = Record<string, Said>;

const nameOf = ({ userId, sessionId, plan, age }: Fields, feature: string): string =>
  JSON.stringify([userId, sessionId, plan, age, feature]);
const shown = (isEnabled: boolean, { name, enabled, payload }: Said['variant']): Said => ({
  isEnabled,
  variant: { name, enabled, ...(payload ? { payload } : {}) },
});

/** What the SDK says now of all features that it is served, and the time. */
async function saidNow(scene: Scene, given: Contexts): Promise<{ moment: string; said: Results }> {
  const unleash = await sdk(scene.service, ENVIRONMENT);
  const [row] = await scene.service.sql<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  const moment = row!.now;
  const currentTime = new Date(given.currentTime ?? moment);
  const said: Results = {};
  const names = unleash.getFeatureToggleDefinitions().map(({ name }) => name);
  for (const { userId, sessionId, ...properties } of everyOne(given))
    for (const name of names) {
      const user = { ...(userId && { userId }), ...(sessionId && { sessionId }) };
      const asked: Context = { ...user, properties, currentTime };
      const { name: variant, enabled, payload } = unleash.getVariant(name, asked);
      const chosen = { name: variant, enabled, ...(payload ? { payload } : {}) };
      said[nameOf({ ...user, ...properties }, name)] = shown(
        unleash.isEnabled(name, asked),
        chosen,
      );
    }
  endSdk(unleash);
  return { moment, said };
}

interface Answer {
  features: {
    name: string;
    environments: Record<string, (Said & { context: Fields & { properties?: Fields } })[]>;
  }[];
}

/** What the playground says of a moment. */
async function saidOf(scene: Scene, moment: string, given: Contexts): Promise<Results> {
  const { userId, sessionId, plan, age, currentTime } = given;
  const lists = Object.entries({ plan, age }).filter(([, values]) => values.length > 0);
  const { body } = await scene.service.api
    .post(`${PLAYGROUND}/advanced?asOf=${moment}`, {
      environments: [ENVIRONMENT],
      context: {
        ...{ appName: 'test', userId: userId.join() },
        ...(sessionId.length > 0 && { sessionId: sessionId.join() }),
        ...(currentTime !== null && { currentTime }),
        properties: Object.fromEntries(lists.map(([name, values]) => [name, values.join()])),
      },
    })
    .expect(200);
  const results: Results = {};
  for (const { name, environments } of (body as Answer).features)
    for (const { context: of, isEnabled, variant } of environments[ENVIRONMENT]!)
      results[nameOf({ ...of, ...of.properties }, name)] = shown(isEnabled, variant);
  return results;
}

test(
  'the playground of a moment says what the SDK said then, for random histories and contexts',
  async () => {
    const histories = fc.sample(history, { seed: SEED, numRuns: HISTORIES });
    const results = new Map<string, number>();
    let tried = 0;
    let scene = await Scene.start();
    try {
      for (let start = 0; start < histories.length; start += BATCH) {
        if (start > 0 && start % PER_SERVICE === 0) {
          await scene.service.stop();
          scene = await Scene.start();
        }
        const batch = histories.slice(start, start + BATCH);
        const recorded: Awaited<ReturnType<typeof saidNow>>[] = [];
        for (const one of batch) {
          for (const step of one.changes) await scene.make(step);
          recorded.push(await saidNow(scene, one.contexts));
        }
        for (const [n, { moment, said }] of recorded.entries()) {
          const { contexts: given } = batch[n]!;
          tried += everyOne(given).length;
          const former = await saidOf(scene, moment, given);
          const where = { seed: SEED, history: start + n, given };
          expect({ ...where, said: former }).toEqual({ ...where, said });
          for (const { isEnabled, variant } of Object.values(said)) {
            const kind = `${isEnabled} ${variant.enabled}`;
            results.set(kind, (results.get(kind) ?? 0) + 1);
          }
        }
      }
    } finally {
      await scene.service.stop();
    }
    if (process.env['PLAYGROUND_HISTORIES'])
      process.stdout.write(`${HISTORIES} histories, ${tried} contexts: the same as the SDK\n`);
    // Both answers are common, with and without variants, else little is proven.
    for (const kind of ['true true', 'true false', 'false false'])
      expect(results.get(kind) ?? 0).toBeGreaterThan(HISTORIES / 10);
  },
  240_000 + 1000 * HISTORIES,
);
