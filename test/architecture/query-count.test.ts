import { Client } from 'pg';
import { BackgroundJobs } from '../../src/platform/database/jobs/background-jobs.js';
import { at } from '../support/api.js';
import { unique } from '../support/given.js';
import { LOOKS, sentName } from '../support/sent-statements.js';
import { TestService, ADMIN_TOKEN } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  // Statements of background jobs would be counted.
  await service.service.app.get(BackgroundJobs).beforeApplicationShutdown();
  // Behind a pooler, the service learns from the first requests that sessions do not keep prepared
  // statements.
  for (let n = 0; n < 3; n++) {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    await service.api.get(at(feature)).expect(200);
    await service.api.post(`${at(feature, 'development')}/off`).expect(200);
  }
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

/** Statements after a commit, and probes of the notification channel. */
const BACKGROUND = /advance_event_tally|pg_notify|^SELECT$/;
const isLook = (text: string): boolean => LOOKS.includes(sentName(text));

/**
 * The statements that are sent while some work runs, without the caller lookup and background
 * statements.
 */
async function statementsOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  await service.api.get('/api/admin/event-creators').expect(200); // caches the caller, who is looked up once a second
  const query = jest.spyOn(Client.prototype, 'query');
  await work();
  const texts = query.mock.calls.map(([first]) =>
    typeof first === 'string' ? first : (first as unknown as { text: string }).text,
  );
  query.mockRestore();
  return texts.filter(
    (text) => !/FROM api_token\b/.test(text) && !BACKGROUND.test(text) && !isLook(text),
  );
}

/** Creates a feature with many parts of every kind. */
async function largeFeature(): Promise<string> {
  const tags = Array.from({ length: 12 }, (_, n) => ({ type: 'simple', value: `tag-${n}` }));
  const feature = await service.given.feature({ tags });
  for (const name of ['a', 'b', 'c', 'd']) {
    await service.sql(
      `INSERT INTO environment (name, type, sort_order) VALUES ($1, 'test', 9) ON CONFLICT DO NOTHING`,
      [name],
    );
    await service.sql(
      `INSERT INTO project_environment (project, environment) VALUES ('default', $1) ON CONFLICT DO NOTHING`,
      [name],
    );
    await service.sql(
      'INSERT INTO feature_environment (feature_name, environment) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [feature, name],
    );
  }
  await service.sql(
    `INSERT INTO feature_strategy (feature_name, environment, name)
     SELECT fe.feature_name, fe.environment, 'default' FROM feature_environment fe, generate_series(1, 8) WHERE fe.feature_name = $1`,
    [feature],
  );
  return feature;
}

/** A read whose connection answers nothing for a while is sent again, which another one is not. */
const READS = 3;

test.each([
  ['a small feature', () => service.given.feature()],
  ['a large feature', largeFeature],
])('reading %s is one statement', async (_, make) => {
  const feature = await make();

  let fewest = Infinity;
  for (let n = 0; n < READS; n++) {
    const statements = await statementsOf(() => service.api.get(at(feature)).expect(200));
    fewest = Math.min(fewest, statements.length);
  }

  expect(fewest).toBe(1);
});

test.each([
  ['a small feature', () => service.given.feature()],
  ['a large feature', largeFeature],
])(
  'turning %s off is two statements: the change with its event, and the answer',
  async (_, make) => {
    const feature = await make();
    await service.api.post(`${at(feature, 'development')}/on`).expect(200);

    const statements = await statementsOf(() =>
      service.api.post(`${at(feature, 'development')}/off`).expect(200),
    );

    expect(statements).toHaveLength(2);
  },
);

test('a search for events is one statement, with the present names of their authors', async () => {
  const search = '/api/admin/search/events?project=IS:default&query=created';
  const statements = await statementsOf(() => service.api.get(search).expect(200));

  expect(statements.filter((text) => text.includes('SELECT'))).toHaveLength(1);
});

const BULK_OFF = '/api/admin/projects/default/bulk_features/environments/development/off';
/** The statement that reads for a guard whether features are in use. */
const USE = /dependent AS/;

test('a guard needs one statement for any number of features, and none where there is none', async () => {
  const several = async (count: number): Promise<string[]> => {
    const names = Array.from({ length: count }, () => unique());
    for (const name of names) await service.given.feature({ name, enabledIn: ['development'] });
    return names;
  };
  const off = async (count: number, query = ''): Promise<string[]> => {
    const features = await several(count);
    return statementsOf(() => service.api.post(BULK_OFF + query, { features }).expect(200));
  };

  const [unguarded, guarded, many] = [
    await off(2),
    await off(2, '?guard=block'),
    await off(20, '?guard=block'),
  ];
  // The transaction, how long it waits for locks, two of them, the change and its events.
  expect(unguarded).toHaveLength(7);
  expect(unguarded.some((text) => USE.test(text))).toBe(false);
  expect(guarded).toHaveLength(8);
  expect(guarded.filter((text) => USE.test(text))).toHaveLength(1);
  expect(many).toHaveLength(8);

  const [feature] = await several(1);
  const archiving = await statementsOf(() => service.api.delete(at(feature!)).expect(202));
  expect(archiving.some((text) => USE.test(text))).toBe(false);
});

test('forcing is as few statements as turning off without a guard', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  await service.api.put('/api/admin/projects/default/guard', { guard: 'block' }).expect(200);

  const statements = await statementsOf(() =>
    service.api.post(`${at(feature, 'development')}/off?force=true&reason=test`).expect(200),
  );

  await service.api.put('/api/admin/projects/default/guard', { guard: 'none' }).expect(200);
  expect(statements).toHaveLength(2);
});

/** How often a transaction waits for PostgreSQL: what it sends at once is waited for once. */
async function waitsOf(work: () => PromiseLike<unknown>): Promise<number> {
  const send = Client.prototype.query as (this: Client, ...given: unknown[]) => Promise<unknown>;
  const transactions = new Set<Client>();
  let [running, waits] = [0, 0];
  const counting = function (this: Client, ...given: unknown[]): Promise<unknown> {
    if (String(given[0]).startsWith('START TRANSACTION')) transactions.add(this);
    const answer = send.call(this, ...given);
    if (!transactions.has(this)) return answer;
    if (running++ === 0) waits++;
    const end = (): void => void running--;
    answer.then(end, end);
    return answer;
  };
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(counting as () => void);
  await work();
  spy.mockRestore();
  return waits;
}

test.each([
  // The locks, the version, the change with its event, the warnings and the feature at once.
  ['a guard', '?guard=warn', {}, 1],
  // The transaction, its locks with the version, the change with the feature, the new version.
  ['a precondition', '', { 'if-match': '*' }, 5],
  // The same, with the warnings.
  ['a guard and a precondition', '?guard=warn', { 'if-match': '*' }, 5],
  // The transaction, its key twice, the change with the feature, the answer.
  ['a key', '', { 'idempotency-key': unique() }, 6],
])('turning off with %s waits for few answers of PostgreSQL', async (_, query, headers, most) => {
  const feature = await service.given.feature({ enabledIn: ['development'] });

  const waits = await waitsOf(() => {
    const call = service.api.post(`${at(feature, 'development')}/off${query}`);
    for (const [name, value] of Object.entries(headers)) call.set(name, value);
    return call.expect(200);
  });

  expect(waits).toBe(most);
});

test.each(['insights', 'dora', 'status', 'applications', 'sdks/outdated', 'flag-creators'])(
  'reading %s of a project is one statement',
  async (what) => {
    const statements = await statementsOf(() =>
      service.api.get(`/api/admin/projects/default/${what}`).expect(200),
    );

    expect(statements).toHaveLength(1);
  },
);

test('reading the overview of a project is two statements: its version, and the overview', async () => {
  const statements = await statementsOf(() =>
    service.api.get('/api/admin/projects/default/overview').expect(200),
  );

  expect(statements).toHaveLength(2);
  expect(statements[0]).toMatch(/precondition\.read-project/);
});

test.each(['features', 'health-report'])(
  'listing %s of a project is one statement, read by a cursor',
  async (what) => {
    const statements = await statementsOf(() =>
      service.api.get(`/api/admin/projects/default/${what}`).expect(200),
    );

    const reading = statements.filter((text) => /^(DECLARE|FETCH)/.test(text));
    expect(reading.map((text) => text.split(' ')[0])).toEqual(['DECLARE', 'FETCH']);
    expect(statements).toHaveLength(5); // with the transaction around them
  },
);

test('a caller is looked up once per second, however many requests arrive', async () => {
  const query = jest.spyOn(Client.prototype, 'query');
  const feature = await service.given.feature();
  for (let n = 0; n < 5; n++)
    await service.api.as({ token: ADMIN_TOKEN }).get(at(feature)).expect(200);
  const asked = query.mock.calls.filter(
    ([first]) => (first as unknown as { name?: string }).name === 'caller-lookup.token',
  );

  expect(asked.length).toBeLessThanOrEqual(2);
});

test('an import takes as many statements for many features as for a few, for new ones and for changed ones', async () => {
  const strategy = {
    name: 'flexibleRollout',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
  };
  const variants = [{ name: 'only', weight: 1000, stickiness: 'default' }];
  const fileOf = (names: string[], rollout: string): object => ({
    features: names.map((name) => ({ name, description: rollout })),
    featureStrategies: names.flatMap((featureName) =>
      [1, 2].map(() => ({ ...strategy, featureName, parameters: { rollout } })),
    ),
    featureEnvironments: names.map((name, n) => ({ name, enabled: n % 2 === 0, variants })),
    featureTags: names.map((featureName) => ({
      featureName,
      tagType: 'simple',
      tagValue: rollout,
    })),
    tagTypes: [],
  });
  const bring = (names: string[], rollout: string): PromiseLike<unknown> =>
    service.api
      .post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: fileOf(names, rollout),
      })
      .expect(200);
  const [fresh, changed]: [number[], number[]] = [[], []];
  for (const count of [2, 30]) {
    const names = Array.from({ length: count }, () => unique());
    fresh.push((await statementsOf(() => bring(names, '20'))).length);
    changed.push((await statementsOf(() => bring(names, '30'))).length);
  }
  expect(fresh[1]).toBe(fresh[0]);
  expect(changed[1]).toBe(changed[0]);
});

test.each(['on', 'off'])(
  'turning many features %s takes as many statements as a few',
  async (to) => {
    const path = (state: string): string =>
      `/api/admin/projects/default/bulk_features/environments/development/${state}`;
    const counts: number[] = [];
    for (const count of [2, 30]) {
      const features: string[] = [];
      for (let n = 0; n < count; n++) features.push(await service.given.feature());
      if (to === 'off') await service.api.post(path('on'), { features }).expect(200);
      counts.push(
        (await statementsOf(() => service.api.post(path(to), { features }).expect(200))).length,
      );
    }
    expect(counts[1]).toBe(counts[0]);
  },
);
