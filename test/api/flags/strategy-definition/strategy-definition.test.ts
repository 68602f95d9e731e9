import { at } from '../../../support/api.js';
import { event, recorder } from '../../../support/recorder.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const STRATEGIES = '/api/admin/strategies';
const PARAMETERS = [
  { name: 'region', type: 'list', description: 'Where.', required: true },
  { name: 'share', type: 'percentage' },
];
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const given = async (properties: object = {}): Promise<string> => {
  const name = unique('strategy');
  await service.api.post(STRATEGIES, { name, parameters: PARAMETERS, ...properties }).expect(201);
  return name;
};
const read = async (name: string): Promise<Record<string, unknown>> =>
  (await service.api.get(`${STRATEGIES}/${name}`).expect(200)).body;

test('null counts as an empty text', async () => {
  const parameters = [{ name: 'region', type: 'list', description: null }];
  const name = await given({ title: null, description: null, parameters });
  expect(await read(name)).toMatchObject({
    title: '',
    description: '',
    parameters: [{ name: 'region', description: '' }],
  });
});

describe('reading strategy definitions', () => {
  test('lists the built-in ones in their order, then the others by name', async () => {
    const name = await given();
    const { body } = await service.api.get(STRATEGIES).expect(200);
    expect(body.version).toBe(1);
    const shown = body.strategies.map((s: Record<string, unknown>) => [
      s['name'],
      s['displayName'],
      s['editable'],
      s['deprecated'],
    ]);
    expect(shown.slice(0, 5)).toEqual([
      ['flexibleRollout', 'Gradual rollout', false, false],
      ['default', 'Standard', false, false],
      ['userWithId', 'UserIDs', false, true],
      ['remoteAddress', 'IPs', false, false],
      ['applicationHostname', 'Hosts', false, false],
    ]);
    expect(shown.slice(5)).toContainEqual([name, null, true, false]);
    for (const { description } of body.strategies.slice(0, 5))
      expect(description).toMatch(/^On (\S+ ){3,}\S+\.$/);
    expect(
      body.strategies[0].parameters.map((p: { name: string; required: boolean }) => [
        p.name,
        p.required,
      ]),
    ).toEqual([
      ['rollout', false],
      ['stickiness', true],
      ['groupId', true],
    ]);
  });

  test('knows nothing of an unknown one', async () => {
    expect((await service.api.get(`${STRATEGIES}/nope`).expect(404)).body.name).toBe(
      'NotFoundError',
    );
  });
});

describe('creating a strategy definition', () => {
  test('answers the definition, says where it is, and records it', async () => {
    const name = unique('strategy');
    const recorded = await recorder(service);
    const created = await service.api
      .post(STRATEGIES, { name, title: 'By region', parameters: PARAMETERS, editable: false })
      .expect(201);
    expect(created.headers['location']).toBe(`strategies/${name}`);
    const rest = {
      displayName: null,
      title: 'By region',
      description: null,
      editable: true,
      deprecated: false,
      parameters: PARAMETERS,
    };
    expect(created.body).toEqual({ name, ...rest });
    expect(await read(name)).toEqual(created.body);
    expect(await recorded()).toEqual([event('strategy-created', { data: created.body })]);
  });

  test('can make one that is deprecated from the start', async () => {
    const name = unique('strategy');
    const wanted = { name, parameters: [], deprecated: true };
    const { body } = await service.api.post(STRATEGIES, wanted).expect(201);
    expect(body.deprecated).toBe(true);
    expect((await read(name)).deprecated).toBe(true);
  });

  test.each([
    ['a name that is taken', { name: 'default', parameters: [] }, 409, 'NameExistsError'],
    ['no name', { parameters: [] }, 400, 'BadDataError'],
    ['a name that a path does not carry', { name: 'a b', parameters: [] }, 400, 'BadDataError'],
    ['no parameters', { name: 'x' }, 400, 'BadDataError'],
    [
      'a parameter of an unknown type',
      { name: 'x', parameters: [{ name: 'p', type: 'date' }] },
      400,
      'BadDataError',
    ],
    [
      'a parameter without a name',
      { name: 'x', parameters: [{ type: 'list' }] },
      400,
      'BadDataError',
    ],
    ['a parameter that is a text', { name: 'x', parameters: ['p'] }, 400, 'BadDataError'],
  ])('refuses %s', async (_, body, status, name) => {
    const before = await service.sql('SELECT * FROM strategy_definition ORDER BY name');
    const recorded = await recorder(service);
    expect((await service.api.post(STRATEGIES, body).expect(status)).body.name).toBe(name);
    expect(await service.sql('SELECT * FROM strategy_definition ORDER BY name')).toEqual(before);
    expect(await recorded()).toEqual([]);
  });
});

describe('changing a strategy definition', () => {
  test('replaces the parameters, keeps what is left out, and records it', async () => {
    const name = await given({ title: 'stays', description: 'before' });
    const recorded = await recorder(service);
    await service.api
      .put(`${STRATEGIES}/${name}`, { name: 'other', description: 'after', parameters: [] })
      .expect(200, '');
    const after = await read(name);
    expect(after).toMatchObject({ name, title: 'stays', description: 'after', parameters: [] });
    expect(await recorded()).toEqual([event('strategy-updated', { data: after })]);
    await service.api
      .put(`${STRATEGIES}/${name}`, { description: 'after', parameters: [] })
      .expect(200);
    expect(await recorded()).toEqual([]);
  });

  test.each([
    ['a built-in one', 'default', { parameters: [] }, 403, 'InvalidOperationError'],
    ['an unknown one', 'nope', { parameters: [] }, 404, 'NotFoundError'],
    ['without parameters', 'default', { description: 'x' }, 400, 'BadDataError'],
  ])('refuses to change %s', async (_, strategy, body, status, name) => {
    const before = await service.sql('SELECT * FROM strategy_definition ORDER BY name');
    const recorded = await recorder(service);
    expect(
      (await service.api.put(`${STRATEGIES}/${strategy}`, body).expect(status)).body.name,
    ).toBe(name);
    expect(await service.sql('SELECT * FROM strategy_definition ORDER BY name')).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('deprecates and reactivates, built-in ones too, and records only what changes', async () => {
    const recorded = await recorder(service);
    for (const verb of ['deprecate', 'deprecate'])
      await service.api.post(`${STRATEGIES}/default/${verb}`).expect(200, '');
    expect((await read('default'))['deprecated']).toBe(true);
    for (const verb of ['reactivate', 'reactivate'])
      await service.api.post(`${STRATEGIES}/default/${verb}`).expect(200, '');
    expect((await read('default'))['deprecated']).toBe(false);
    const data = { name: 'default' };
    expect(await recorded()).toEqual([
      event('strategy-deprecated', { data }),
      event('strategy-reactivated', { data }),
    ]);
    await service.api.post(`${STRATEGIES}/nope/deprecate`).expect(404);
    await service.api.post(`${STRATEGIES}/nope/reactivate`).expect(404);
    expect(await recorded()).toEqual([]);
  });
});

describe('deleting a strategy definition', () => {
  test('deletes and records it', async () => {
    const name = await given();
    const recorded = await recorder(service);
    await service.api.delete(`${STRATEGIES}/${name}`).expect(200, '');
    expect(await recorded()).toEqual([event('strategy-deleted', { data: { name } })]);
    await service.api.get(`${STRATEGIES}/${name}`).expect(404);
    await service.api.delete(`${STRATEGIES}/${name}`).expect(404);
    expect(await recorded()).toEqual([]);
  });

  test('refuses to delete a built-in one', async () => {
    const recorded = await recorder(service);
    expect((await service.api.delete(`${STRATEGIES}/userWithId`).expect(403)).body.name).toBe(
      'InvalidOperationError',
    );
    expect((await read('userWithId'))['name']).toBe('userWithId');
    expect(await recorded()).toEqual([]);
  });

  test('refuses to delete one that a feature uses, be it archived', async () => {
    const name = await given();
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.sql('UPDATE feature_strategy SET name = $2 WHERE feature_name = $1', [
      feature,
      name,
    ]);
    const recorded = await recorder(service);
    const { body } = await service.api.delete(`${STRATEGIES}/${name}`).expect(409);
    expect(body).toMatchObject({
      name: 'ConflictError',
      message: expect.stringContaining(feature),
    });
    expect(await recorded()).toEqual([]);
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`${STRATEGIES}/${name}`).expect(409);
    expect((await read(name))['name']).toBe(name);
  });
});
