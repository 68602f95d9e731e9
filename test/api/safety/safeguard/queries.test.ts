import { SafeguardJobs } from '../../../../src/safety/safeguard/safeguard-check.js';
import { unique } from '../../../support/given.js';
import { found, PrometheusStandIn, refusal, vector } from '../../../support/prometheus.js';
import { ABOVE_TEN, SafeguardScene } from '../../../support/safeguard-scene.js';
import { TestService } from '../../../support/service.js';

let prometheus: PrometheusStandIn;
let service: TestService;
let scene: SafeguardScene;
beforeAll(async () => {
  prometheus = await PrometheusStandIn.start();
  service = await TestService.start({
    PROMETHEUS_URL: `${prometheus.url}/`,
    PROMETHEUS_TOKEN: 'prometheus-token',
    PROMETHEUS_ALLOW_PRIVATE_ADDRESSES: 'true',
  });
  scene = await SafeguardScene.create(service);
});
afterAll(async () => {
  await service.stop();
  prometheus.stop();
});

const above = (prometheusQuery: string, threshold = 10, more = {}) => ({
  ...{ prometheusQuery, triggerCondition: { operator: '>', threshold }, ...more },
});
const check = (of = service) => of.service.app.get(SafeguardJobs).watch(true, 0);
/** A query that finds something, and a feature with a safeguard on it that has begun to watch. */
async function guarded(answer: Parameters<PrometheusStandIn['answer']>[1], more = {}) {
  const query = `sum(rate(${unique()}[5m]))`;
  prometheus.answer(query, answer);
  const feature = await scene.feature();
  await scene.set(feature, above(query, 10, more)).expect(200);
  await check();
  return { feature, query };
}

describe('a safeguard on a query of Prometheus', () => {
  test('turns its feature off once when the result crosses the limit, with the numbers', async () => {
    const { feature, query } = await guarded(vector('10'));
    await check();
    expect(await scene.isOn(feature)).toBe(true);
    prometheus.answer(query, vector('12.5'));
    await check();
    expect(await scene.isOn(feature)).toBe(false);
    const reason = `The result of ${query} is 12.5, more than 10.`;
    expect(await scene.triggers(feature)).toMatchObject([
      { data: { safeguard: { prometheusQuery: query }, value: 12.5, reason } },
    ]);
    expect(await scene.offs(feature)).toMatchObject([{ data: { reason } }]);
    expect(await scene.only(feature)).toMatchObject({
      ...{ impactMetric: null, prometheusQuery: query, triggeredValue: 12.5, problem: null },
    });
    await scene.turn('on', feature);
    await check();
    await check();
    expect(await scene.isOn(feature)).toBe(true);
  });

  test('is sent with the token, a time limit and a limit of series, and only read', async () => {
    const { query } = await guarded(vector('1'));
    await check();
    const asked = prometheus.asked.filter((one) => one.query.get('query') === query);
    expect(asked).toEqual([
      {
        ...{ path: '/api/v1/query', authorization: 'Bearer prometheus-token' },
        query: new URLSearchParams({ query, timeout: '5s', limit: '2' }),
      },
    ]);
  });

  test('is asked once in the interval by all instances together', async () => {
    const { query } = await guarded(vector('1'));
    await check();
    const other = await service.beside();
    const before = prometheus.asked.filter((one) => one.query.get('query') === query).length;
    for (const one of [service, other]) await one.service.app.get(SafeguardJobs).watch(true, 3_600);
    const after = prometheus.asked.filter((one) => one.query.get('query') === query).length;
    expect(after).toBe(before);
    await other.stop();
  });

  test('counts for how long the limit is crossed; a check without a number begins anew', async () => {
    const { feature, query } = await guarded(vector('11'), { forMinutes: 5 });
    await check();
    expect((await scene.only(feature)).crossedSince).not.toBeNull();
    prometheus.answer(query, vector());
    await check();
    expect(await scene.only(feature)).toMatchObject({ crossedSince: null });
    prometheus.answer(query, found('scalar', [1, '11']));
    await check();
    await scene.crossedFor(feature, 6);
    await check();
    expect(await scene.isOn(feature)).toBe(false);
  });

  test.each<[string, Parameters<PrometheusStandIn['answer']>[1], string | RegExp]>([
    ['nothing', vector(), 'The query found nothing.'],
    ['two series', vector('11', '12'), /more than one series/],
    ['no number', vector('NaN'), 'The result of the query is no number.'],
    ['infinity', vector('+Inf'), 'The result of the query is no number.'],
    ['a text', found('string', [1, '11']), 'The query must have a number as its result.'],
    ['a histogram', found('vector', [{ metric: {}, histogram: [1, {}] }]), /no number/],
    ['an error', refusal('parse error'), 'Prometheus says: parse error'],
    ['null', (_, to) => to.end('null'), 'The answer of Prometheus cannot be read.'],
    ['HTML', (_, to) => to.end('<html>11</html>'), 'The answer of Prometheus cannot be read.'],
    ['a refusal', (_, to) => to.writeHead(403).end(), 'Prometheus answered 403.'],
    [
      'a redirect',
      (_, to) => to.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
      'Prometheus answered 302, and redirects are not followed.',
    ],
    ['too much', (_, to) => to.end(' '.repeat(2 ** 21)), /cut off or too large/],
    ['an end', (request) => request.destroy(), 'Prometheus is not reachable (ECONNRESET).'],
  ])('that finds %s shows a problem, and turns nothing off', async (_, answer, problem) => {
    const { feature } = await guarded(answer);
    await check();
    const shown = await scene.only(feature);
    expect(shown.problem).toMatch(problem);
    expect(await scene.isOn(feature)).toBe(true);
  });

  test('that is not answered in time is given up, and delays no safeguard on usage', async () => {
    const { feature } = await guarded(() => undefined);
    const other = await scene.guarded(ABOVE_TEN);
    await scene.report(other, { yes: 11 });
    const slow = check();
    await scene.check();
    expect(await scene.isOn(other)).toBe(false);
    await slow;
    const { problem } = await scene.only(feature);
    expect(problem).toBe('Prometheus did not answer in 5 s.');
  });

  test.each([
    ['an empty query', above('')],
    ['a query of 2,001 characters', above('x'.repeat(2_001))],
    ['usage besides', { ...ABOVE_TEN, ...above('up') }],
  ])('is refused with %s', async (_, safeguard) => {
    const feature = await scene.feature();
    await scene.set(feature, safeguard).expect(400);
  });

  test('is replaced by one on the same query', async () => {
    const { feature, query } = await guarded(vector('1'));
    const { id } = await scene.only(feature);
    await scene.set(feature, above(query, 20)).expect(200);
    expect(await scene.only(feature)).toMatchObject({ id, triggerCondition: { threshold: 20 } });
  });
});

describe('a preview of a query', () => {
  const preview = async (feature: string, safeguard: object) =>
    (await scene.owner.api.post(`${scene.at(feature)}/safeguards/preview`, safeguard).expect(200))
      .body;

  test('says when it would have turned the feature off', async () => {
    const query = `sum(${unique()})`;
    prometheus.answer(query, (request, response) => {
      const { searchParams } = new URL(request.url!, prometheus.url);
      const [start, end] = ['start', 'end'].map((name) => Number(searchParams.get(name)));
      const values: [number, string][] = [];
      for (let at = start!; at <= end!; at += Number(searchParams.get('step')))
        values.push([at, at < end! - 1_800 ? '5' : '15']);
      response.end(JSON.stringify(found('matrix', [{ metric: {}, values }])));
    });
    const feature = await scene.feature();
    const body = await preview(feature, { ...above(query), hours: 2 });
    const { triggered, reason, to, present, problem, hoursWithUsage } = body;
    expect((Date.parse(to) - Date.parse(triggered.at)) / 60_000).toBeCloseTo(30, 0);
    expect({ triggered: triggered.value, present, problem }).toEqual({
      ...{ triggered: 15, present: 15, problem: null },
    });
    expect(reason).toBe(`The result of ${query} is 15, more than 10.`);
    expect(hoursWithUsage).toBeGreaterThanOrEqual(2);
    const late = await preview(feature, { ...above(query), hours: 2, forMinutes: 60 });
    expect(late.triggered).toBeNull();
  });

  test('says why nothing is known', async () => {
    const feature = await scene.feature();
    expect(await preview(feature, above('up{'))).toMatchObject({
      ...{ triggered: null, present: null, problem: 'Prometheus says: unknown metric' },
    });
  });
});

test('the list says whether there is a Prometheus, and a private address needs the setting', async () => {
  const feature = await scene.feature();
  const { body } = await scene.owner.api.get(`${scene.at(feature)}/safeguards`).expect(200);
  expect(body).toEqual({ safeguards: [], canQuery: true });
  const careful = await service.beside({
    ...{ PROMETHEUS_URL: prometheus.url, PROMETHEUS_ALLOW_PRIVATE_ADDRESSES: 'false' },
  });
  const { feature: watched } = await guarded(vector('1'));
  await check(careful);
  expect((await scene.only(watched)).problem).toMatch(/PROMETHEUS_ALLOW_PRIVATE_ADDRESSES/);
  await careful.stop();
  const without = await service.beside({ PROMETHEUS_URL: '' });
  await check(without);
  expect((await scene.only(watched)).problem).toMatch(/knows no Prometheus/);
  await without.stop();
});
