import { CULPRIT_TYPES } from '../../../../src/safety/culprit/culprit.sql.js';
import { EVENTS } from '../../../../src/core/event/event-entries.js';
import { at } from '../../../support/api.js';
import { somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const CULPRITS = '/api/admin/search/culprits';

interface Culprit {
  score: number;
  reasons: { name: string; text: string; value: number }[];
  event: { id: number; featureName: string | null; environment: string | null; type: string };
  undo: string;
}
const found = async (query = '', api = service.api): Promise<Culprit[]> =>
  (await api.get(`${CULPRITS}${query}`).expect(200)).body.culprits;
/** Whether it turned a feature on. */
const isSwitch = ({ event }: Culprit): boolean => event.type === 'feature-environment-enabled';
const reason = ({ reasons }: Culprit, name: string) => reasons.find((one) => one.name === name);

/** Usage of a feature in production: evaluations in the hour of now and in the one before. */
async function used(feature: string, [yes, no]: [number, number], hoursAgo: number): Promise<void> {
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
     VALUES ($1, 'shop', 'production', date_trunc('hour', now(), 'UTC') - $2 * interval '1 hour',
       $3, $4)`,
    [feature, hoursAgo, yes, no],
  );
}

test('a switch in production that shifted usage comes before others, with its reasons and its undo', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await used(feature, [90_000_000, 10_000_000], 1);
  await used(feature, [1_000_000, 99_000_000], 0);
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  const other = await service.given.feature({ enabledIn: ['development'] });

  const [first, ...rest] = await found();

  const { id } = first!.event;
  expect(first!.event).toMatchObject({
    ...{ type: 'feature-environment-disabled', featureName: feature },
  });
  expect(first!.undo).toBe(`/api/admin/events/${id}/undo`);
  expect(reason(first!, 'environment')!.text).toBe('It concerns production: "production".');
  // The hour of the change contains evaluations before it, so the estimate is at its end.
  expect(reason(first!, 'shift')).toMatchObject({
    value: -90,
    text: 'The share of evaluations that are on went from about 90 % to 0 %.',
  });
  expect(reason(first!, 'usage')!.value).toBe(33_333_333);
  expect(first!.reasons.map(({ name }) => name)).toContain('time');
  const less = rest.find(({ event }) => event.featureName === other)!;
  expect(less.score).toBeLessThan(first!.score / 5);
  await service.api.get(first!.undo).expect(200);
});

test('a change that was undone is less likely, and says so', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  const of = async () =>
    (await found('?limit=50')).find((one) => one.event.featureName === feature)!;
  const before = await of();
  await service.api.post(before.undo).expect(200);
  const all = (await found('?limit=50')).filter((one) => one.event.id === before.event.id);
  expect(all[0]!.score).toBeLessThan(before.score / 2);
  expect(reason(all[0]!, 'undone')!.text).toMatch(/^It was undone \d+ seconds? later\.$/);
});

test('the share of users, features that depend on it, and features that use a segment count', async () => {
  const feature = await service.given.feature();
  const strategies = `${at(feature, 'production')}/strategies`;
  const rollout = (share: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: share, stickiness: 'default', groupId: 'g' },
  });
  const named = { name: unique('segment'), constraints: [] };
  const segment = (await service.api.post('/api/admin/segments', named).expect(201)).body.id;
  const { id } = (await service.api.post(strategies, rollout('10')).expect(200)).body;
  await service.api
    .put(`${strategies}/${id}`, { ...rollout('40'), segments: [segment] })
    .expect(200);
  await service.api
    .put(`${strategies}/${id}`, { ...rollout('45'), segments: [segment] })
    .expect(200);
  const child = await service.given.feature();
  await service.api.post(`${at(child)}/dependencies`, { feature }).expect(200);
  await service.api
    .put(`/api/admin/segments/${segment}`, { ...named, description: 'changed' })
    .expect(204);

  const all = await found('?limit=50');
  const updates = all.filter(
    ({ event }) => event.featureName === feature && event.type === 'feature-strategy-update',
  );
  const shares = updates.map((one) => reason(one, 'share')!.value).sort((a, b) => a - b);
  // From 40 to 45 %, and a segment for 40 % of the users.
  expect(shares).toEqual([5, 40]);
  expect(reason(updates[0]!, 'dependants')).toEqual({
    ...{ name: 'dependants', value: 1, text: '1 feature depends on it.' },
  });
  const changed = all.find(({ event }) => event.type === 'segment-updated')!;
  expect(reason(changed, 'segment')!.text).toBe('The segment is used by 1 feature in production.');
});

test('a change that an instance served late counts from then on', async () => {
  const [late, other] = [await service.given.feature(), await service.given.feature()];
  const states: string[] = [];
  const state = async () =>
    states.push(
      (await service.sql<{ at: string }>('SELECT pg_current_snapshot()::text AS at'))[0]!.at,
    );
  await state();
  await service.api.post(`${at(late, 'production')}/on`).expect(200);
  await state();
  await service.api.post(`${at(other, 'production')}/on`).expect(200);
  for (const [feature, minutes] of [
    [late, 157],
    [other, 30],
  ] as const)
    await service.sql(
      `UPDATE event SET created_at = now() - $2 * interval '1 minute'
        WHERE feature_name = $1 AND type = 'feature-environment-enabled'`,
      [feature, minutes],
    );
  const switches = async (): Promise<Culprit[]> =>
    (await found('?limit=50')).filter(
      (one) => isSwitch(one) && [late, other].includes(one.event.featureName!),
    );
  const names = (all: Culprit[]) => all.map(({ event }) => event.featureName);
  expect(names(await switches())).toEqual([other, late]);

  await service.sql(
    `INSERT INTO late_serving (since, until, served_at)
     VALUES ($1, $2, now() - interval '3 minutes')`,
    states,
  );
  const judged = await switches();
  expect(names(judged)).toEqual([late, other]);
  expect(reason(judged[0]!, 'delivery')).toMatchObject({
    value: 3,
    text: 'An instance that was cut off served it only 3 hours later, 3 minutes before.',
  });
  expect(reason(judged[0]!, 'time')!.value).toBe(157);
  expect(reason(judged[1]!, 'delivery')).toBeUndefined();
  // As seen from a moment at which it was not served there yet.
  await service.sql("UPDATE late_serving SET served_at = now() + interval '1 hour'");
  expect(names(await switches())).toEqual([other, late]);
});

test('a project, an environment, hours and a number limit the search; later changes are no culprits', async () => {
  const project = await service.given.project();
  const path = `/api/admin/projects/${project}/features`;
  const feature = unique();
  await service.api.post(path, { name: feature }).expect(201);
  for (const environment of ['development', 'production'])
    await service.api.post(`${path}/${feature}/environments/${environment}/on`).expect(200);
  const inProject = (await found(`?project=${project}`)).filter(isSwitch);
  expect(inProject.map(({ event }) => event.environment).sort()).toEqual([
    'development',
    'production',
  ]);
  const there = (await found(`?project=${project}&environment=development`)).filter(isSwitch);
  expect(there.map(({ event }) => event.environment)).toEqual(['development']);
  expect(await found(`?project=${project}&limit=1`)).toMatchObject([
    { event: { environment: 'production' } },
  ]);
  const early = new Date(Date.now() - 3_600_000).toISOString();
  expect(await found(`?project=${project}&at=${early}`)).toEqual([]);
  expect((await found(`?project=${unique()}`)).filter(isSwitch)).toEqual([]);
});

test.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])(
  'there is no culprit before %s',
  async (at) => {
    const { body } = await service.api.get(`/api/admin/search/culprits?at=${at}`).expect(200);
    expect(body).toMatchObject({ at, culprits: [], examined: 0 });
  },
);

test('changes of hidden projects are neither shown nor counted', async () => {
  const project = await service.given.project({ mode: 'private' });
  const path = `/api/admin/projects/${project}/features`;
  const feature = unique();
  await service.api.post(path, { name: feature }).expect(201);
  await service.api.post(`${path}/${feature}/environments/production/on`).expect(200);
  const { api: stranger } = await somebody(service, 'Viewer');
  const names = (culprits: Culprit[]) => culprits.map(({ event }) => event.featureName);
  expect(names(await found('?limit=50'))).toContain(feature);
  expect(names(await found('?limit=50', stranger))).not.toContain(feature);
  expect((await found(`?project=${project}`, stranger)).filter(isSwitch)).toEqual([]);
  const [all, visible] = await Promise.all(
    [service.api, stranger].map(async (api) => (await api.get(CULPRITS)).body.examined),
  );
  expect(visible).toBeLessThan(all);
});

test('everybody who sees a project may see all changes that can be culprits', () => {
  expect(CULPRIT_TYPES.filter((type) => EVENTS[type][0] !== 'everyone')).toEqual([]);
});

test.each([
  ['at=yesterday', 'at must be a date and time'],
  ['at=2999-01-01T00:00:00Z', 'future'],
  ['hours=0', 'hours'],
  ['hours=169', 'hours'],
  ['limit=51', 'limit'],
])('%s is refused', async (query, words) => {
  const { body } = await service.api.get(`${CULPRITS}?${query}`).expect(400);
  expect(JSON.stringify(body)).toContain(words);
});
