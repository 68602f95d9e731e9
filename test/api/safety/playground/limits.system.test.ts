import { Strategy } from 'unleash-client/lib/strategy/index.js';
import { Database } from '../../../../src/platform/database/database.js';
import { FEATURES } from '../../../support/api.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { TestService } from '../../../support/service.js';
import { PLAYGROUND, tried, withStrategies } from './support.js';

/** No caller can evaluate so much at once that others have to wait too long. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
    WORKER_TIME_LIMIT_MS: '20000',
  });
});
afterAll(() => service.stop());

const FRONTEND_TOKEN = '*:development.frontend-token-of-this-test';
const ids = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

/** A pattern that is compiled to 964 instructions, all of which are tried for each character. */
const PATTERN = '(?:[a-z]?[A-Z]?){240}[0-9]$';
const LONG_TEXT = 'x'.repeat(4_000);
const SEVERAL_PATTERNS = ids(3).map((n) => ({
  contextName: 'userId',
  operator: 'REGEX',
  value: `${PATTERN}|${n}`,
  inverted: true,
}));
const MANY_NETWORKS = ids(12).map((n) => ({
  contextName: 'userId',
  operator: 'IN_CIDR',
  values: ids(250).map((m) => `2001:db8:${n}:${m}::/64`),
  inverted: true,
}));
const ADDRESS = 'fe80::1';

/** The SDK's result for constraints that must all match. */
function saidBySdk(constraints: object[], userId: string): boolean {
  return new Strategy('sdk').checkConstraints({ userId }, constraints as never);
}

test('too many combinations are refused before anything is read', async () => {
  for (const n of ids(16)) await service.given.feature({ name: `counted-${n}` });
  const run = jest.spyOn(service.service.app.get(Database), 'runFor');
  const { body } = await service.api
    .post(`${PLAYGROUND}/advanced`, {
      environments: ['development'],
      projects: '*',
      context: { appName: 'x', userId: ids(1_000).join() },
    })
    .expect(400);
  const names = run.mock.calls.map(([, { name }]) => name);
  run.mockRestore();
  expect(body.message).toMatch(/1000 contexts and \d+ features .* at most 15000/);
  expect(names).toContain('client-features.named-feature-count');
  expect(names).not.toContain('client-features.named-features');
});

test('a feature of more than an answer may have is not read', async () => {
  const small = await TestService.start({ PLAYGROUND_ANSWER_LIMIT_MB: '1' });
  try {
    for (const n of ids(12)) {
      const description = 'x'.repeat(95_000);
      await small.api.post(FEATURES, { name: `large-${n}`, description }).expect(201);
    }
    const { body } = await small.api
      .post(PLAYGROUND, { environment: 'development', context: { appName: 'x' } })
      .expect(400);
    expect(body.message).toContain('larger than 1 MiB');
  } finally {
    await small.stop();
  }
});

test('texts that constraints are compared with have a length', async () => {
  const ask = (path: string, userId: string, more: object) =>
    service.api.post(path, { projects: [], context: { appName: 'x', userId }, ...more });
  const basic = { environment: 'development' };
  const advanced = { environments: ['development'] };
  const list = ids(1_000).map((n) => `user-${n}`);
  await ask(PLAYGROUND, 'x'.repeat(4_000), basic).expect(200);
  await ask(PLAYGROUND, 'x'.repeat(4_001), basic).expect(400);
  await ask(`${PLAYGROUND}/advanced`, list.join(), advanced).expect(200);
  await ask(`${PLAYGROUND}/advanced`, 'x'.repeat(4_001), advanced).expect(400);
});

describe.each([
  ['patterns', SEVERAL_PATTERNS, LONG_TEXT],
  ['networks', MANY_NETWORKS, ADDRESS],
])('%s that take long to compare', (_, constraints, userId) => {
  let feature: string;
  beforeAll(async () => {
    ({ feature } = await withStrategies(service, { name: 'default', constraints }));
  });
  afterAll(() => service.api.delete(`${FEATURES}/${feature}`));

  test('delay nobody who asks something else, and come out as in the SDK', async () => {
    expect(saidBySdk(constraints, userId)).toBe(true);
    const frontend = service.api.as({ token: FRONTEND_TOKEN });
    await frontend.get('/api/frontend').expect(200);
    await expectResponsive(async () => {
      const { body } = await frontend.post('/api/frontend', { context: { userId } }).expect(200);
      expect(body.toggles.map(({ name }: { name: string }) => name)).toContain(feature);
    });
    await expectResponsive(async () => {
      const { body } = await frontend
        .post(`/ofrep/v1/evaluate/flags/${feature}`, { context: { userId } })
        .expect(200);
      expect(body.value).toBe(true);
    });
    await expectResponsive(async () => {
      const { body } = await frontend
        .post('/ofrep/v1/evaluate/flags', { context: { userId } })
        .expect(200);
      expect(body.flags).toContainEqual(expect.objectContaining({ key: feature, value: true }));
    });
    await expectResponsive(async () => {
      const result = await tried(service.api, feature, { userId });
      expect(result.isEnabled).toBe(true);
      expect(
        result.strategies.data[0].constraints.map((one: { result: boolean }) => one.result),
      ).toEqual(constraints.map(() => true));
    });
  });
});

test('more patterns than can be compared with a long text are refused', async () => {
  const constraints = ids(25).map((n) => ({ ...SEVERAL_PATTERNS[0]!, value: `${PATTERN}|${n}` }));
  const { feature } = await withStrategies(service, { name: 'default', constraints });
  const frontend = service.api.as({ token: FRONTEND_TOKEN });
  const { body } = await frontend
    .post(`/ofrep/v1/evaluate/flags/${feature}`, { context: { userId: LONG_TEXT } })
    .expect(400);
  expect(body.errorDetails).toContain('Use shorter values');
  await frontend
    .post(`/ofrep/v1/evaluate/flags/${feature}`, { context: { userId: 'short' } })
    .expect(200);
  await service.api.delete(`${FEATURES}/${feature}`);
});
