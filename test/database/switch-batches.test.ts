import { Client } from 'pg';
import { ShortStatements } from '../../src/platform/database/short-statements.js';
import {
  type PlainSwitch,
  SwitchBatches,
  type SwitchOutcome,
} from '../../src/flags/feature/switch/switch-batches.js';
import { at } from '../support/api.js';
import { ChangeRequestScene } from '../support/change-request-scene.js';
import { unique } from '../support/given.js';
import { GuardScene } from '../support/guard-scene.js';
import { TestService } from '../support/service.js';
import { until } from '../support/waiting.js';

/** Switches that arrive while others are under way are sent together as one statement. */

interface Outcome {
  status: number;
  body: { name?: string; environments?: { name: string; enabled: boolean }[] };
}
interface Wish {
  feature: string;
  state?: 'on' | 'off';
  /** The path of the feature in its environment, unless it is in production of `default`. */
  path?: string;
}

/** Maximum duration of turning off, whatever other callers do. */
const SWITCH_LIMIT_MS = 250;

let service: TestService;
let shortStatements: ShortStatements;
let batches: SwitchBatches;
/**
 * A feature whose switch is sent alone, so that the following ones arrive while it is under way.
 */
let pioneer: string;

beforeAll(async () => {
  service = await TestService.start({ DATABASE_POOL_MAX: '8', DATABASE_LOCK_SECONDS: '5' });
  shortStatements = service.service.app.get(ShortStatements);
  batches = service.service.app.get(SwitchBatches);
  [pioneer] = (await features(1)) as [string];
  await until(async () => {
    await service.api.get(at(pioneer)).expect(200);
    return shortStatements.load.connections > 0;
  });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.stop());

/**
 * Creates features that are on in production, and reads them, so that they are known to be small.
 */
async function features(count: number): Promise<string[]> {
  const names: string[] = [];
  for (let n = 0; n < count; n++) {
    const name = await service.given.feature({ enabledIn: ['production'] });
    await service.api.get(at(name)).expect(200);
    names.push(name);
  }
  return names;
}

/**
 * Switches features, all but the first in one batch.
 * @returns The responses in the order of the switches, and the number of switches per statement.
 */
async function together(wishes: Wish[]): Promise<{ answers: Outcome[]; sizes: number[] }> {
  const order = [pioneer, ...wishes.map(({ feature }) => feature)];
  const held = new Map<string, () => void>();
  const send = batches.send.bind(batches);
  const holding = jest.spyOn(batches, 'send').mockImplementation((wanted: PlainSwitch) => {
    const sent = new Promise<SwitchOutcome | undefined>((resolve, reject) => {
      held.set(wanted.featureName, () => void send(wanted).then(resolve, reject));
    });
    if (held.size === order.length) for (const name of order) held.get(name)!();
    return sent;
  });
  const sending = jest.spyOn(shortStatements, 'trySend');
  const first: Wish = { feature: pioneer, state: (await isOn(pioneer)) ? 'off' : 'on' };
  const [, ...answers] = await Promise.all(
    [first, ...wishes].map(
      async ({ feature, state = 'off', path = at(feature, 'production') }) =>
        (await service.api.post(`${path}/${state}`)) as Outcome,
    ),
  );
  holding.mockRestore();
  return { answers, sizes: sending.mock.calls.map(([{ requests }]) => requests.length) };
}

async function isOn(feature: string): Promise<boolean> {
  const { body } = await service.api.get(at(feature, 'production')).expect(200);
  return body.enabled as boolean;
}

const offEvents = (feature: string): Promise<object[]> =>
  service.sql(
    `SELECT created_by, project, environment FROM event
      WHERE feature_name = $1 AND type = 'feature-environment-disabled'`,
    [feature],
  );

const enabledIn = ({ body }: Outcome, environment: string): boolean | undefined =>
  body.environments?.find(({ name }) => name === environment)?.enabled;

test('they are one statement, and each has its own answer and its own event', async () => {
  const names = await features(12);
  const { answers, sizes } = await together(names.map((feature) => ({ feature })));

  expect(sizes).toEqual([1, 12]);
  for (const [n, answer] of answers.entries()) {
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await service.api.get(at(names[n]!)).expect(200)).body);
    expect(enabledIn(answer, 'production')).toBe(false);
    expect(await offEvents(names[n]!)).toEqual([
      { created_by: 'admin', project: 'default', environment: 'production' },
    ]);
  }
});

test('they may turn on and off, in several environments and projects', async () => {
  const [one, two] = (await features(2)) as [string, string];
  await service.api.post(`${at(two, 'production')}/off`).expect(200);
  const project = await service.given.project();
  const three = unique();
  const path = `/api/admin/projects/${project}/features`;
  await service.api.post(path, { name: three }).expect(201);
  const development = `${path}/${three}/environments/development`;
  await service.api.post(`${development}/on`).expect(200);
  await service.api.get(`${path}/${three}`).expect(200);

  const { answers, sizes } = await together([
    { feature: one },
    { feature: two, state: 'on' },
    { feature: three, path: development },
  ]);

  expect(sizes).toEqual([1, 3]);
  expect(answers.map(({ body }) => body.name)).toEqual([one, two, three]);
  expect(answers.map((answer) => enabledIn(answer, 'production'))).toEqual([false, true, false]);
  expect(enabledIn(answers[2]!, 'development')).toBe(false);
});

test('a switch that is refused or already done does not affect the others of its batch', async () => {
  const [changed, isOff, archived] = (await features(3)) as [string, string, string];
  await service.api.post(`${at(isOff, 'production')}/off`).expect(200);
  const [elsewhere] = (await features(1)) as [string];
  const project = await service.given.project();
  // Archived directly, because a request would make the size of the feature unknown.
  await service.sql('UPDATE feature SET archived_at = now() WHERE name = $1', [archived]);
  const { answers, sizes } = await together([
    { feature: isOff },
    { feature: archived },
    { feature: elsewhere, path: at(elsewhere, 'production').replace('default', project) },
    { feature: changed },
  ]);

  expect(sizes).toEqual([1, 4]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 200]);
  expect(await offEvents(isOff)).toHaveLength(1);
  expect(await offEvents(archived)).toHaveLength(0);
  expect(await isOn(elsewhere)).toBe(true);
  expect(await offEvents(changed)).toHaveLength(1);
});

test('one that needs an approval, or has to pass a guard, is decided alone', async () => {
  const scene = await ChangeRequestScene.create(service);
  const approved = await scene.feature();
  await service.api.get(scene.at(approved)).expect(200);
  const guards = new GuardScene(service);
  const project = await guards.project('block');
  const guarded = await guards.feature(project);
  const path = `/api/admin/projects/${project}/features/${guarded}`;
  await service.api.get(path).expect(200);
  await guards.evaluated(guarded);
  const [other] = (await features(1)) as [string];

  const { answers, sizes } = await together([
    { feature: approved, state: 'on', path: scene.at(approved, 'production') },
    { feature: guarded, path: `${path}/environments/production` },
    { feature: other },
  ]);

  expect(sizes).toEqual([1, 3]);
  expect(answers.map(({ status }) => status)).toEqual([403, 409, 200]);
  expect(await scene.isOn(approved)).toBe(false);
  expect(await offEvents(guarded)).toEqual([]);
  expect(await isOn(other)).toBe(false);
});

test.each([
  ['its row', 'feature_environment', [1, 3]],
  ['another row that it writes', 'feature_collaborator', [1, 3, 1, 1, 1]],
])('one that waits for %s delays no other', async (_, table, sizes) => {
  const [first, held, last] = (await features(3)) as [string, string, string];
  const stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
  await stranger.query('BEGIN');
  await stranger.query(`SELECT FROM ${table} WHERE feature_name = $1 FOR UPDATE`, [held]);
  const began = performance.now();
  const times: number[] = [];
  const done = together([{ feature: first }, { feature: held }, { feature: last }]);
  for (const name of [first, last])
    await until(async () => !(await isOn(name))).then(() => times.push(performance.now() - began));
  expect(await isOn(held)).toBe(true);
  await stranger.query('ROLLBACK');
  await stranger.end();

  const { answers, sizes: sent } = await done;
  expect(sent).toEqual(sizes);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const name of [first, held, last]) expect(await offEvents(name)).toHaveLength(1);
  expect(Math.max(...times)).toBeLessThan(SWITCH_LIMIT_MS * 2);
});
