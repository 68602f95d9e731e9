import { at, type Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { latestEvent } from '../../../support/undoing.js';
import { until } from '../../../support/waiting.js';
import { EXPORT, IMPORT } from '../../exchange/transfer/files.js';

/**
 * SDKs read a missing parameter in their own way: without `rollout`, nobody gets the feature. So
 * only a new strategy gets the missing ones; whatever copies a strategy or brings it back does not.
 */

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  ({ api } = service);
});
afterAll(() => service.stop());

type Parameters = Record<string, string>;

const DEVELOPMENT = 'development';
const strategiesOf = (feature: string): string => `${at(feature, DEVELOPMENT)}/strategies`;

/** A feature whose only strategy was replaced by one with these parameters. */
async function replaced(name: string, parameters: Parameters): Promise<[string, string]> {
  const feature = await service.given.feature();
  const path = strategiesOf(feature);
  const { body } = await api.post(path, { name, parameters: { rollout: '30' } }).expect(200);
  await api.put(`${path}/${body.id}`, { name, parameters }).expect(200);
  return [feature, `${path}/${body.id}`];
}

async function parametersOf(feature: string): Promise<Parameters[]> {
  const { body } = await api.get(strategiesOf(feature)).expect(200);
  return (body as { parameters: Parameters }[]).map((strategy) => strategy.parameters);
}

/** What SDKs get; undefined while the feature is not served yet. */
async function servedOf(feature: string): Promise<Parameters[] | undefined> {
  const client = service.api.as({ token: CLIENT_TOKEN });
  const { body } = await client.get('/api/client/features').expect(200);
  const features = body.features as { name: string; strategies: { parameters: Parameters }[] }[];
  return features
    .find(({ name }) => name === feature)
    ?.strategies.map((strategy) => strategy.parameters);
}

/** The same for the same parameters in any order. */
const textOf = (all: Parameters[] | undefined): string =>
  JSON.stringify(all?.map((one) => Object.entries(one).sort()));

const exported = async (feature: string): Promise<{ featureStrategies: object[] }> =>
  (await api.post(EXPORT, { features: [feature], environment: DEVELOPMENT }).expect(200)).body;

const CASES: [string, Parameters][] = [
  ['flexibleRollout', {}],
  ['flexibleRollout', { rollout: '40' }],
  ['flexibleRollout', { stickiness: 'random' }],
  ['flexibleRollout', { groupId: 'a group', stickiness: 'sessionId' }],
  ['flexibleRollout', { rollout: '0', groupId: '', stickiness: 'userId', more: 'of it' }],
  ['userWithId', {}],
  ['default', { some: 'thing' }],
];

describe.each(CASES)('the parameters of a %s that are %j', (name, parameters) => {
  test('are stored and served as they are', async () => {
    const [feature] = await replaced(name, parameters);
    expect(await parametersOf(feature)).toEqual([parameters]);
    await until(async () => textOf(await servedOf(feature)) === textOf([parameters]));
  });

  test('are exported, and imported where the feature has other ones, or is new', async () => {
    const [feature, strategy] = await replaced(name, parameters);
    const file = await exported(feature);
    expect(file.featureStrategies).toMatchObject([{ name, parameters }]);
    const imported = { project: 'default', environment: DEVELOPMENT, data: file };
    await api.put(strategy, { name, parameters: { rollout: '77' } }).expect(200);
    await api.post(IMPORT, imported).expect(200);
    expect(await parametersOf(feature)).toEqual([parameters]);

    const copy = unique();
    const renamed = JSON.parse(JSON.stringify(imported).replaceAll(feature, copy)) as object;
    await api.post(IMPORT, renamed).expect(200);
    expect(await parametersOf(copy)).toEqual([parameters]);
    expect((await exported(copy)).featureStrategies).toMatchObject([{ name, parameters }]);
  });

  test('are cloned, except for the group, which gets the name of the clone', async () => {
    const [feature] = await replaced(name, parameters);
    const copy = unique();
    await api.post(`${at(feature)}/clone`, { name: copy }).expect(201);
    const groupId = 'groupId' in parameters ? { groupId: copy } : {};
    expect(await parametersOf(copy)).toEqual([{ ...parameters, ...groupId }]);
  });

  test('come back when the deletion is undone, also twice', async () => {
    const [feature, strategy] = await replaced(name, parameters);
    await api.delete(strategy).expect(200);
    for (const type of [
      'feature-strategy-remove',
      'feature-strategy-add',
      'feature-strategy-remove',
    ])
      await api
        .post(`/api/admin/events/${await latestEvent(service, type)}/undo?scope=event`)
        .expect(200);
    expect(await parametersOf(feature)).toEqual([parameters]);
  });
});

test('a new strategy gets the missing ones, also from a file that has none', async () => {
  const feature = await service.given.feature();
  const { body } = await api.post(strategiesOf(feature), { name: 'flexibleRollout' }).expect(200);
  const parameters = { rollout: '100', stickiness: 'default', groupId: feature };
  expect(body.parameters).toEqual(parameters);
  const file = await exported(feature);
  for (const strategy of file.featureStrategies) Reflect.deleteProperty(strategy, 'parameters');
  await api.post(IMPORT, { project: 'default', environment: DEVELOPMENT, data: file }).expect(200);
  expect(await parametersOf(feature)).toEqual([parameters]);
});

test('parameters that are null become empty texts', async () => {
  const feature = await service.given.feature();
  const parameters = { rollout: 30, other: null };
  const { body } = await api.post(strategiesOf(feature), { name: 'default', parameters });
  expect(body.parameters).toEqual({ rollout: '30', other: '' });
  await api.put(`${strategiesOf(feature)}/${body.id}`, { parameters: { other: {} } }).expect(400);
});
