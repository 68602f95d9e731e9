import { at } from '../../../support/api.js';
import { somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { CONTEXT, PLAYGROUND, withStrategies } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ADVANCED = `${PLAYGROUND}/advanced`;
const SEGMENTS = '/api/admin/segments';

/** A time, by the clock of the database, between what has happened and what follows. */
async function now(): Promise<string> {
  const [row] = await service.sql<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  return row!.now;
}

const question = (context: object = {}, environment = 'development', more: object = {}) => ({
  ...{ environment, context: { ...CONTEXT, ...context } },
  ...more,
});
const asked = (moment: string, context?: object) =>
  service.api.post(`${PLAYGROUND}?asOf=${encodeURIComponent(moment)}`, question(context));
/** The result for a feature at a moment; undefined when it was not there. */
async function result(moment: string, feature: string, context?: object) {
  const { body } = await asked(moment, context).expect(200);
  return body.features.find(({ name }: { name: string }) => name === feature);
}

test('tells what a context got before a switch, a change of a strategy and of a segment', async () => {
  const constraint = (values: string[]) => ({ contextName: 'userId', operator: 'IN', values });
  const named = { name: unique('segment'), constraints: [constraint(['1', '2'])] };
  const { id } = (await service.api.post(SEGMENTS, named).expect(201)).body;
  const { feature, ids } = await withStrategies(service, { name: 'default', segments: [id] });
  const then = await now();
  await service.api
    .put(`${SEGMENTS}/${id}`, { ...named, name: unique('renamed'), constraints: [] })
    .expect(204);
  const wide = await now();
  await service.api
    .put(`${at(feature, 'development')}/strategies/${ids[0]}`, { name: 'default', segments: [] })
    .expect(200);
  await service.api.post(`${at(feature, 'development')}/off`).expect(200);

  const before = await result(then, feature, { userId: '3' });
  expect(before).toMatchObject({ isEnabled: false, isEnabledInCurrentEnvironment: true });
  const [strategy] = before.strategies.data;
  expect(strategy).toMatchObject({
    id: ids[0],
    segments: [{ id, name: named.name, result: false, constraints: [{ values: ['1', '2'] }] }],
  });
  expect(await result(then, feature, { userId: '2' })).toMatchObject({ isEnabled: true });
  expect(await result(wide, feature, { userId: '3' })).toMatchObject({ isEnabled: true });
  expect(await result(await now(), feature)).toMatchObject({ isEnabled: false });
});

test('several environments and contexts are answered in the same form as for now', async () => {
  const { feature } = await withStrategies(service, {
    name: 'default',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
  });
  const request = {
    ...{ environments: ['development', 'production'], projects: ['default'] },
    context: { ...CONTEXT, userId: '1,2' },
  };
  const { body: live } = await service.api.post(ADVANCED, request).expect(200);
  const then = await now();
  await service.api.delete(at(feature)).expect(202);
  await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  const { body } = await service.api.post(`${ADVANCED}?asOf=${then}`, request).expect(200);
  expect(body).toEqual(live);
});

test('parents count as they were', async () => {
  const { feature: parent } = await withStrategies(service, { name: 'default' });
  const { feature } = await withStrategies(service, { name: 'default' });
  await service.api.post(`${at(feature)}/dependencies`, { feature: parent }).expect(200);
  const on = await now();
  await service.api.post(`${at(parent, 'development')}/off`).expect(200);
  const off = await now();
  await service.api.delete(`${at(feature)}/dependencies`).expect(200);

  const seen = await Promise.all([on, off].map((moment) => result(moment, feature)));
  expect(seen).toMatchObject([
    { isEnabled: true, hasUnsatisfiedDependency: false },
    { isEnabled: false, hasUnsatisfiedDependency: true },
  ]);
  expect(await result(await now(), feature)).toMatchObject({ isEnabled: true });
});

test('the time of the evaluation is that of the moment, unless the context names another', async () => {
  const value = new Date(Date.now() + 600).toISOString();
  const { feature } = await withStrategies(service, {
    name: 'default',
    constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value }],
  });
  const early = await now();
  while (new Date().toISOString() <= value) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(early < value).toBe(true);
  expect(await result(early, feature)).toMatchObject({ isEnabled: false });
  expect(await result(await now(), feature)).toMatchObject({ isEnabled: true });
  const currentTime = '2999-01-01T00:00:00Z';
  expect(await result(early, feature, { currentTime })).toMatchObject({ isEnabled: true });
});

test('projects that are hidden by now stay hidden, also after their deletion', async () => {
  const project = await service.given.project();
  const feature = unique();
  const path = `/api/admin/projects/${project}`;
  await service.api.post(`${path}/features`, { name: feature }).expect(201);
  const then = await now();
  const { api: stranger } = await somebody(service, 'Viewer');
  const namesFor = async (): Promise<string[]> => {
    const { body } = await stranger.post(`${PLAYGROUND}?asOf=${then}`, question()).expect(200);
    return body.features.map(({ name }: { name: string }) => name);
  };
  expect(await namesFor()).toContain(feature);
  await service.api
    .put(`${path}/settings`, { mode: 'private', defaultStickiness: 'default' })
    .expect(200);
  expect(await namesFor()).not.toContain(feature);
  await service.api.delete(`${path}/features/${feature}`).expect(202);
  await service.api.delete(path).expect(200);
  expect(await namesFor()).not.toContain(feature);
  expect(await result(then, feature)).toBeDefined();
});

test.each([
  ['asOf=yesterday', 400, 'must be an RFC 3339 date-time'],
  ['asOf=2999-01-01T00:00:00Z', 400, 'must not be in the future'],
  ['as_of=2026-01-01T00:00:00Z', 400, 'Write the name of the parameter as "asOf"'],
  ['asOf=2001-01-01T00:00:00Z', 409, 'History is kept from'],
])('%s is refused with %s', async (query, status, message) => {
  const { body } = await service.api.post(`${PLAYGROUND}?${query}`, question()).expect(status);
  expect(body.message).toContain(message);
});

test('at most ten environments of the past are evaluated at once', async () => {
  const environments = Array.from({ length: 11 }, (_, n) => `environment-${n}`);
  const { body } = await service.api
    .post(`${ADVANCED}?asOf=${await now()}`, { environments, context: CONTEXT })
    .expect(400);
  expect(body.message).toContain('At most 10 environments of the past');
  await service.api.post(ADVANCED, { environments, context: CONTEXT }).expect(200);
});

test('a change request has no past', async () => {
  await service.api
    .post(`${PLAYGROUND}/change-request/1?asOf=${await now()}`, { context: CONTEXT })
    .expect(400);
});
