import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';

const PATH = '/api/admin/search/feature-details';
let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const detailsOf = async (...names: string[]) => {
  const { body } = await service.api.get(`${PATH}?names=${names.join(',')}`).expect(200);
  return body.features;
};
const country = (count: number): object => ({
  contextName: 'userId',
  operator: 'IN',
  values: Array.from({ length: count }, (_, index) => `${index}`),
});

test('the list is told who gets features in production, shortened', async () => {
  const name = await service.given.feature({ enabledIn: ['production'] });
  const strategies = `${at(name, 'production')}/strategies`;
  const rollout = (share: number, constraints: object[] = []): object => ({
    name: 'flexibleRollout',
    parameters: { rollout: `${share}`, stickiness: 'default', groupId: name },
    constraints,
  });
  const [first] = (await service.api.get(strategies).expect(200)).body;
  await service.api
    .put(`${strategies}/${first.id}`, rollout(25, [country(200), country(2), country(1)]))
    .expect(200);
  for (const share of [50, 60, 70]) await service.api.post(strategies, rollout(share)).expect(200);

  const [{ environments }] = await detailsOf(name);

  expect(environments).toHaveLength(1);
  expect(environments[0]).toMatchObject({ name: 'production', enabled: true, strategyCount: 4 });
  const { strategies: told } = environments[0];
  expect(
    told.map(({ parameters }: { parameters: { rollout: string } }) => parameters.rollout),
  ).toEqual(['25', '50']);
  const [constraint, ...others] = told[0].constraints;
  expect(told[0]).toMatchObject({ constraintCount: 3, segmentCount: 0 });
  expect(others).toHaveLength(1);
  expect(constraint).toMatchObject({ contextName: 'userId', operator: 'IN', valueCount: 200 });
  expect(constraint.values).toEqual(['0', '1', '2']);
});

test('evaluations are counted by hour, and the last change and the owners are named', async () => {
  const name = await service.given.feature();
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
     SELECT $1, app, 'production', date_trunc('hour', now(), 'UTC') - ago * interval '1 hour', 3, 1
       FROM unnest('{shop,app}'::text[]) app, unnest('{0,23,24}'::int[]) ago`,
    [name],
  );
  await service.api.put(`${at(name)}`, { type: 'release', description: 'new' }).expect(200);
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project)
     VALUES ('feature-favorited', 'somebody', -42, $1, 'default')`,
    [name],
  );

  const [{ hours, lastChange, owners }] = await detailsOf(name);

  expect(hours).toEqual([8, ...Array(22).fill(0), 8]);
  expect(lastChange).toMatchObject({ type: 'feature-metadata-updated' });
  expect(lastChange.by).toEqual(expect.any(String));
  expect(owners).toEqual([{ ownerType: 'system' }]);
});

test('names are in the order that was asked for, unknown ones are left out', async () => {
  const [one, two] = [await service.given.feature(), await service.given.feature()];
  const found = await detailsOf(two, 'nobody-knows-it', one, two);
  expect(found.map(({ name }: { name: string }) => name)).toEqual([two, one]);
});

test('more than 50 names are refused', async () => {
  const names = Array.from({ length: 51 }, (_, index) => `feature-${index}`);
  const { body } = await service.api.get(`${PATH}?names=${names.join(',')}`).expect(400);
  expect(body.details[0].path).toBe('/query/names');
});
