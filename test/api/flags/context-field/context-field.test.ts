import { at } from '../../../support/api.js';
import { event, recorder } from '../../../support/recorder.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const CONTEXT = '/api/admin/context';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const given = async (properties: object = {}): Promise<string> => {
  const name = unique('field');
  await service.api.post(CONTEXT, { name, ...properties }).expect(201);
  return name;
};
const read = async (name: string): Promise<Record<string, unknown>> =>
  (await service.api.get(`${CONTEXT}/${name}`).expect(200)).body;
const rows = (): Promise<object[]> => service.sql('SELECT * FROM context_field ORDER BY name');
/** Creates a feature whose strategies in an environment have a constraint on a context field. */
const constrained = async (field: string, enabledIn = ['production']): Promise<string> => {
  const feature = await service.given.feature({ enabledIn });
  const constraints = [{ contextName: field, operator: 'IN', values: ['1'] }];
  await service.sql('UPDATE feature_strategy SET constraints = $2 WHERE feature_name = $1', [
    feature,
    JSON.stringify(constraints),
  ]);
  return feature;
};

describe('reading context fields', () => {
  test('lists the fields by name, with the built-in ones as they are in a new instance', async () => {
    const { body } = await service.api.get(CONTEXT).expect(200);
    const shown = body.map((f: Record<string, unknown>) => [
      f['name'],
      f['sortOrder'],
      f['stickiness'],
      f['usedInProjects'],
      f['usedInFeatures'],
    ]);
    expect(shown).toEqual([
      ['appName', 2, false, 0, 0],
      ['currentTime', 3, false, 0, 0],
      ['environment', 0, false, 0, 0],
      ['sessionId', 4, true, 0, 0],
      ['userId', 1, false, 0, 0],
    ]);
  });

  test('counts each live feature and project once, and lists the strategies', async () => {
    const field = await given();
    const feature = await constrained(field, ['development', 'production']);
    const archived = await constrained(field);
    await service.api.delete(at(archived)).expect(202);
    const { body } = await service.api.get(CONTEXT).expect(200);
    expect(body.find((f: { name: string }) => f.name === field)).toMatchObject({
      usedInProjects: 1,
      usedInFeatures: 1,
    });
    const { strategies } = (await service.api.get(`${CONTEXT}/${field}/strategies`).expect(200))
      .body;
    const strategy = {
      id: expect.any(String),
      projectId: 'default',
      featureName: feature,
      strategyName: 'flexibleRollout',
    };
    expect(strategies).toEqual([
      { ...strategy, environment: 'development' },
      { ...strategy, environment: 'production' },
    ]);
    expect((await service.api.get(`${CONTEXT}/nope/strategies`).expect(200)).body).toEqual({
      strategies: [],
    });
  });

  test('knows nothing of an unknown one', async () => {
    expect((await service.api.get(`${CONTEXT}/nope`).expect(404)).body.name).toBe('NotFoundError');
  });
});

describe('creating a context field', () => {
  test('gives what is left out its default, says where it is, and records it', async () => {
    const name = unique('field');
    const recorded = await recorder(service);
    const created = await service.api.post(CONTEXT, { name }).expect(201);
    expect(created.headers['location']).toBe(`context/${name}`);
    const defaults = {
      description: null,
      stickiness: false,
      sortOrder: 10,
      legalValues: [],
      createdAt: expect.any(String),
    };
    expect(created.body).toEqual({ name, ...defaults });
    expect(await read(name)).toEqual(created.body);
    expect(await recorded()).toEqual([event('context-field-created', { data: created.body })]);
  });

  test('has a description that is null, unless one was given', async () => {
    const [none, empty] = [await given(), await given({ description: null })];
    expect([(await read(none))['description'], (await read(empty))['description']]).toEqual([
      null,
      '',
    ]);
    for (const name of [none, empty]) {
      const before = await read(name);
      await service.api.put(`${CONTEXT}/${name}`, { stickiness: true }).expect(200);
      expect(await read(name)).toEqual({ ...before, stickiness: true });
    }
    await service.api.put(`${CONTEXT}/${none}`, { description: null }).expect(200);
    expect((await read(none))['description']).toBe('');
  });

  test('takes everything that can be said', async () => {
    const name = unique('field');
    const properties = {
      description: 'd'.repeat(250),
      stickiness: true,
      sortOrder: 3,
      legalValues: [{ value: 'a', description: 'A' }, { value: 'b' }],
    };
    expect(
      (await service.api.post(CONTEXT, { name, ...properties }).expect(201)).body,
    ).toMatchObject({ name, ...properties });
  });

  test.each([
    ['a name that is taken', { name: 'userId' }, 409, 'NameExistsError'],
    ['no name', {}, 400, 'BadDataError'],
    ['a name that a path does not carry', { name: 'a b' }, 400, 'BadDataError'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 400, 'BadDataError'],
    [
      'a description of 251 characters',
      { name: 'x', description: 'd'.repeat(251) },
      400,
      'BadDataError',
    ],
    [
      'a legal value twice',
      { name: 'x', legalValues: [{ value: 'a' }, { value: 'a', description: 'again' }] },
      400,
      'BadDataError',
    ],
    ['an empty legal value', { name: 'x', legalValues: [{ value: '' }] }, 400, 'BadDataError'],
    [
      'a legal value of 101 characters',
      { name: 'x', legalValues: [{ value: 'v'.repeat(101) }] },
      400,
      'BadDataError',
    ],
    ['legal values that are none', { name: 'x', legalValues: [null, 'a'] }, 400, 'BadDataError'],
    ['a position that is no number', { name: 'x', sortOrder: 'first' }, 400, 'BadDataError'],
    ['a position beyond integers', { name: 'x', sortOrder: 3e9 }, 400, 'BadDataError'],
  ])('refuses %s', async (_, body, status, name) => {
    const before = await rows();
    const recorded = await recorder(service);
    expect((await service.api.post(CONTEXT, body).expect(status)).body.name).toBe(name);
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('is preceded by a validation that says whether a name is free', async () => {
    await service.api.post(`${CONTEXT}/validate`, { name: unique('field') }).expect(200, '');
    expect(
      (await service.api.post(`${CONTEXT}/validate`, { name: 'appName' }).expect(409)).body.name,
    ).toBe('NameExistsError');
    for (const body of [{}, { name: '' }, { name: 'a b' }])
      await service.api.post(`${CONTEXT}/validate`, body).expect(400);
  });
});

describe('changing a context field', () => {
  test('resets what is left out, the description excepted, and records it', async () => {
    const name = await given({
      description: 'stays',
      stickiness: true,
      sortOrder: 3,
      legalValues: [{ value: 'a' }],
    });
    const preData = await read(name);
    const recorded = await recorder(service);
    await service.api.put(`${CONTEXT}/${name}`, { name: 'other', sortOrder: 9 }).expect(200, '');
    const data = await read(name);
    expect(data).toEqual({ ...preData, stickiness: false, legalValues: [] });
    expect(await recorded()).toEqual([event('context-field-updated', { data, preData })]);
    await service.api.put(`${CONTEXT}/${name}`, {}).expect(200);
    expect(await recorded()).toEqual([]);
  });

  test('adds, replaces and takes away legal values', async () => {
    const name = await given({ stickiness: true, legalValues: [{ value: 'a' }, { value: 'b/c' }] });
    const recorded = await recorder(service);
    await service.api
      .post(`${CONTEXT}/${name}/legal-values`, { value: 'd', description: 'new' })
      .expect(200, '');
    await service.api
      .post(`${CONTEXT}/${name}/legal-values`, { value: 'a', description: 'known now' })
      .expect(200);
    await service.api
      .delete(`${CONTEXT}/${name}/legal-values/${encodeURIComponent('b/c')}`)
      .expect(200, '');
    const after = await read(name);
    expect(after).toMatchObject({
      stickiness: true,
      legalValues: [
        { value: 'a', description: 'known now' },
        { value: 'd', description: 'new' },
      ],
    });
    const events = await recorded();
    expect(events.map((e) => e.type)).toEqual(Array(3).fill('context-field-updated'));
    expect(events[2]!.data).toEqual(after);
    await service.api.delete(`${CONTEXT}/${name}/legal-values/absent`).expect(200);
    await service.api
      .post(`${CONTEXT}/${name}/legal-values`, { value: 'd', description: 'new' })
      .expect(200);
    expect(await recorded()).toEqual([]);
  });

  test('loses no legal value of many that come at once', async () => {
    const name = await given();
    const values = Array.from({ length: 12 }, (_, n) => `v${n}`);
    await Promise.all(
      values.map((value) =>
        service.api.post(`${CONTEXT}/${name}/legal-values`, { value }).expect(200),
      ),
    );
    const { legalValues } = (await read(name)) as { legalValues: { value: string }[] };
    expect(legalValues.map((legal) => legal.value).sort()).toEqual(values.sort());
  });

  test('refuses more legal values than a change of all of them can contain', async () => {
    const legalValues = Array.from({ length: 1_000 }, (_, n) => ({ value: `v${n}` }));
    const many = await given({ legalValues });
    const long = await given({ legalValues: [{ value: 'a', description: 'x'.repeat(99_000) }] });
    const recorded = await recorder(service);
    const more = { value: 'b', description: 'x'.repeat(1_000) };
    for (const [name, reason] of [
      [many, 'at most 1000 legal values'],
      [long, 'at most 100000 characters'],
    ]) {
      const path = `${CONTEXT}/${name}/legal-values`;
      const { body } = await service.api.post(path, more).expect(400);
      expect(body).toMatchObject({ name: 'ExceedsLimitError' });
      expect(body.message).toContain(reason);
    }
    expect(await recorded()).toEqual([]);
    await service.api
      .post(`${CONTEXT}/${many}/legal-values`, { value: 'v1', description: 'one' })
      .expect(200);
  });

  test('refuses unknown fields and bad values', async () => {
    const before = await rows();
    const recorded = await recorder(service);
    await service.api.put(`${CONTEXT}/nope`, {}).expect(404);
    await service.api.post(`${CONTEXT}/nope/legal-values`, { value: 'a' }).expect(404);
    await service.api.delete(`${CONTEXT}/nope/legal-values/a`).expect(404);
    await service.api.put(`${CONTEXT}/userId`, { stickiness: 'yes' }).expect(400);
    for (const sortOrder of ['first', 1.5, {}])
      await service.api.put(`${CONTEXT}/userId`, { sortOrder }).expect(400);
    for (const body of [{}, { value: '' }, { value: 'v'.repeat(101) }])
      await service.api.post(`${CONTEXT}/userId/legal-values`, body).expect(400);
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });
});

describe('deleting a context field', () => {
  test('deletes and records it', async () => {
    const name = await given();
    const preData = await read(name);
    const recorded = await recorder(service);
    await service.api.delete(`${CONTEXT}/${name}`).expect(200, '');
    expect(await recorded()).toEqual([event('context-field-deleted', { preData })]);
    await service.api.delete(`${CONTEXT}/${name}`).expect(404);
    expect(await recorded()).toEqual([]);
  });

  test('refuses to delete a built-in one', async () => {
    const recorded = await recorder(service);
    expect((await service.api.delete(`${CONTEXT}/sessionId`).expect(403)).body.name).toBe(
      'InvalidOperationError',
    );
    await read('sessionId');
    expect(await recorded()).toEqual([]);
  });

  test('refuses to delete one that features, be they archived, or segments use', async () => {
    const field = await given();
    const feature = await constrained(field);
    const segment = unique('segment');
    const constraints = JSON.stringify([{ contextName: field, operator: 'IN', values: ['1'] }]);
    await service.sql('INSERT INTO segment (name, constraints) VALUES ($1, $2)', [
      segment,
      constraints,
    ]);
    const recorded = await recorder(service);
    const { body } = await service.api.delete(`${CONTEXT}/${field}`).expect(409);
    expect(body).toMatchObject({
      name: 'ConflictError',
      message: expect.stringMatching(`${feature}.*${segment}`),
    });
    await read(field);
    expect(await recorded()).toEqual([]);
    await service.sql('DELETE FROM segment WHERE name = $1', [segment]);
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`${CONTEXT}/${field}`).expect(409);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    await service.api.delete(`${CONTEXT}/${field}`).expect(200);
  });
});

test('the description of a legal value that is null counts as an empty one', async () => {
  const name = await given();
  const legal = { value: 'x', description: null };
  await service.api.post(`${CONTEXT}/${name}/legal-values`, legal).expect(200);
  expect(await read(name)).toMatchObject({ legalValues: [{ value: 'x', description: '' }] });
});
