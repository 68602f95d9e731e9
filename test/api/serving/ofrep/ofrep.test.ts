import { OpenFeature, type Client } from '@openfeature/server-sdk';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

const FLAGS = '/ofrep/v1/evaluate/flags';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const asClient = () => service.api.as({ token: CLIENT_TOKEN });
const evaluate = (feature: string, context: object = {}) =>
  asClient().post(`${FLAGS}/${feature}`, { context });

/**
 * Creates a feature that is on in development, with a strategy of one variant for the users that
 * the constraint names.
 */
async function featureWith(payload: object | undefined, users: string[] = ['7']): Promise<string> {
  const name = await service.given.feature();
  const variants = [
    {
      name: 'one',
      weight: 1000,
      weightType: 'variable',
      stickiness: 'default',
      ...(payload ? { payload } : {}),
    },
  ];
  const constraints = [{ contextName: 'userId', operator: 'IN', values: users }];
  await service.api
    .post(`${at(name, 'development')}/strategies`, { name: 'default', constraints, variants })
    .expect(200);
  await service.api.post(`${at(name, 'development')}/on`).expect(200);
  return name;
}

describe('one flag that OFREP evaluates', () => {
  test('is evaluated for whom the targeting key names', async () => {
    const key = await featureWith({ type: 'string', value: 'blue' });

    const { body } = await evaluate(key, { targetingKey: '7' }).expect(200);
    expect(body).toEqual({
      key,
      reason: 'SPLIT',
      variant: 'one',
      value: 'blue',
      metadata: { project: 'default', type: 'release' },
    });
    const other = await evaluate(key, { targetingKey: '8' }).expect(200);
    expect(other.body).toEqual({
      key,
      reason: 'TARGETING_MATCH',
      value: false,
      metadata: { project: 'default', type: 'release' },
    });
  });

  test('userId counts before the targeting key', async () => {
    const key = await featureWith(undefined);

    expect((await evaluate(key, { targetingKey: '8', userId: '7' }).expect(200)).body.value).toBe(
      true,
    );
  });

  test.each([
    ['string', 'text', 'text'],
    ['csv', 'a,b', 'a,b'],
    ['number', '4.5', 4.5],
    ['json', '{"a":[1]}', { a: [1] }],
    ['number', '1e999', '1e999'],
  ])('a payload of type %s is a value of that type', async (type, text, value) => {
    const key = await featureWith({ type, value: text });

    expect((await evaluate(key, { targetingKey: '7' }).expect(200)).body.value).toEqual(value);
  });

  test('is evaluated whatever else an application has in its context', async () => {
    const key = await featureWith(undefined);
    const context = {
      targetingKey: '7',
      company: { id: 5, staff: [1] },
      groups: ['a', 'b'],
      since: null,
    };

    expect((await evaluate(key, context).expect(200)).body.value).toBe(true);
  });

  test('that is off in the environment says so', async () => {
    const key = await service.given.feature();

    expect((await evaluate(key).expect(200)).body).toMatchObject({
      value: false,
      reason: 'DISABLED',
    });
  });

  test('that is not there for the token is 404, by the code that providers know', async () => {
    const project = await service.given.project();
    const key = unique();
    await service.api.post(`/api/admin/projects/${project}/features`, { name: key }).expect(201);

    for (const name of ['nosuch', key]) {
      const { body } = await evaluate(name).expect(404);
      expect(body).toEqual({
        key: name,
        errorCode: 'FLAG_NOT_FOUND',
        errorDetails: expect.stringContaining(name),
      });
    }
  });

  test.each([
    ['{"context": 7}', 'INVALID_CONTEXT'],
    ['{"context": {"targetingKey": ["a"]}}', 'INVALID_CONTEXT'],
    ['{"context": ', 'PARSE_ERROR'],
  ])('%s is 400 %s', async (text, errorCode) => {
    const answer = await fetch(`${service.url}${FLAGS}/x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: CLIENT_TOKEN },
      body: text,
    });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ key: 'x', errorCode, errorDetails: expect.any(String) });
  });
});

test('paths without a route are not reported as missing flags', async () => {
  const key = await service.given.feature();
  for (const path of [FLAGS, `${FLAGS}/${key}`]) {
    const { body } = await asClient().get(path).expect(404);
    expect(body).toEqual({ errorCode: 'GENERAL', errorDetails: expect.any(String) });
  }
});

describe('all flags', () => {
  test('are those of the token, on or off, and unchanged is 304', async () => {
    const [on, off] = [
      await service.given.feature({ enabledIn: ['development'] }),
      await service.given.feature(),
    ];

    const { body, headers } = await asClient()
      .post(FLAGS, { context: { targetingKey: '7' } })
      .expect(200);
    expect(body.flags).toEqual(
      expect.arrayContaining([
        {
          key: on,
          reason: 'TARGETING_MATCH',
          value: true,
          metadata: { project: 'default', type: 'release' },
        },
        {
          key: off,
          reason: 'DISABLED',
          value: false,
          metadata: { project: 'default', type: 'release' },
        },
      ]),
    );
    const again = () =>
      asClient()
        .post(FLAGS, { context: { targetingKey: '7' } })
        .set('if-none-match', headers['etag']!);
    await again().expect(304);
    await service.api.post(`${at(on, 'development')}/off`).expect(200);
    await again().expect(200);
  });

  test('a context that cannot be read is 400 without a key', async () => {
    const { body } = await asClient()
      .post(FLAGS, { context: { targetingKey: {} } })
      .expect(400);
    expect(body).toEqual({ errorCode: 'INVALID_CONTEXT', errorDetails: expect.any(String) });
  });
});

describe('a request without a session', () => {
  const featureIn = async (rollout: string, stickiness: string, groupId: string) => {
    const name = await service.given.feature();
    const parameters = { rollout, stickiness, groupId };
    await service.api
      .post(`${at(name, 'development')}/strategies`, { name: 'flexibleRollout', parameters })
      .expect(200);
    await service.api.post(`${at(name, 'development')}/on`).expect(200);
    return name;
  };
  const valuesOf = async (keys: string[], context?: object): Promise<boolean[]> => {
    const { body } = await asClient().post(FLAGS, { context }).expect(200);
    const flags = body.flags as { key: string; value: boolean }[];
    return keys.map((key) => flags.find((flag) => flag.key === key)!.value);
  };

  test.each([undefined, {}, { targetingKey: '' }, { sessionId: null }])(
    'has one of its own for all flags and their parents (%j)',
    async (context) => {
      const group = unique('group');
      const parent = await featureIn('50', 'default', group);
      const sibling = await featureIn('50', 'sessionId', group);
      const child = await service.given.feature({ enabledIn: ['development'] });
      await service.api.post(`${at(child)}/dependencies`, { feature: parent }).expect(200);

      const seen = new Set<string>();
      for (let i = 0; i < 25; i++)
        seen.add((await valuesOf([parent, sibling, child], context)).join());

      expect([...seen].sort()).toEqual(['false,false,false', 'true,true,true']);
    },
  );

  test('has that of the targeting key, unless the context names another', async () => {
    const group = unique('group');
    const bySession = await featureIn('50', 'sessionId', group);
    const byDefault = await featureIn('50', 'default', group);
    const everySession = await featureIn('100', 'sessionId', group);

    const forKey = async (targetingKey: string): Promise<boolean> => {
      const [session, user, every] = await valuesOf([bySession, byDefault, everySession], {
        targetingKey,
      });
      expect(session).toBe(user);
      expect(every).toBe(true);
      const { value } = (await evaluate(bySession, { targetingKey }).expect(200)).body;
      expect(value).toBe(session);
      return value;
    };
    const keys = Array.from({ length: 12 }, (_, i) => `key-${i}`);
    const values = new Map<string, boolean>();
    for (const key of keys) values.set(key, await forKey(key));

    const [inside, outside] = [true, false].map((on) => keys.find((key) => values.get(key) === on));
    expect(
      await valuesOf([bySession], { targetingKey: outside, sessionId: inside, userId: 'other' }),
    ).toEqual([true]);
  });
});

describe('who may ask', () => {
  test('client and frontend tokens, in either header', async () => {
    await service.api.as({ token: FRONTEND_TOKEN }).post(FLAGS, {}).expect(200);
    await service.api
      .as({ token: `Bearer ${CLIENT_TOKEN}` })
      .post(FLAGS, {})
      .expect(200);
    await service.api.as().post(FLAGS, {}).set('x-api-key', CLIENT_TOKEN).expect(200);
  });

  test('an admin token is for no environment: it has no flags', async () => {
    expect((await service.api.as({ token: ADMIN_TOKEN }).post(FLAGS, {}).expect(200)).body).toEqual(
      { flags: [] },
    );
  });

  test('no other callers, and its own header for tokens counts in no other API', async () => {
    await service.api.as().post(FLAGS, {}).expect(401);
    await service.api.as({ token: 'default:development.nosuch' }).post(FLAGS, {}).expect(401);
    await service.api.as().get('/api/admin/projects').set('x-api-key', ADMIN_TOKEN).expect(401);
  });
});

describe('the OpenFeature provider', () => {
  let client: Client;
  beforeAll(async () => {
    await OpenFeature.setProviderAndWait(
      new OFREPProvider({ baseUrl: service.url, headers: [['Authorization', CLIENT_TOKEN]] }),
    );
    client = OpenFeature.getClient();
  });
  afterAll(() => OpenFeature.close());

  test('gets values of every type', async () => {
    const context = { targetingKey: '7' };
    const [flag, text, number, json] = [
      await featureWith(undefined),
      await featureWith({ type: 'string', value: 'blue' }),
      await featureWith({ type: 'number', value: '12' }),
      await featureWith({ type: 'json', value: '{"size": 3}' }),
    ];

    expect(await client.getBooleanValue(flag, false, context)).toBe(true);
    expect(await client.getBooleanValue(flag, true, { targetingKey: '8' })).toBe(false);
    expect(await client.getStringValue(text, 'none', context)).toBe('blue');
    expect(await client.getNumberValue(number, 0, context)).toBe(12);
    expect(await client.getObjectValue(json, {}, context)).toEqual({ size: 3 });
    expect(await client.getStringDetails(text, 'none', context)).toMatchObject({
      variant: 'one',
      reason: 'SPLIT',
      flagMetadata: { project: 'default' },
    });
  });

  test('falls back to the default where there is no value of the type, or no flag', async () => {
    const text = await featureWith({ type: 'string', value: 'blue' });

    expect(await client.getStringValue(text, 'none', { targetingKey: '8' })).toBe('none');
    expect(await client.getBooleanDetails('nosuch', true)).toMatchObject({
      value: true,
      errorCode: 'FLAG_NOT_FOUND',
    });
  });

  test('sees a feature that is turned off as off at once', async () => {
    const key = await service.given.feature({ enabledIn: ['development'] });
    expect(await client.getBooleanValue(key, false)).toBe(true);

    await service.api.post(`${at(key, 'development')}/off`).expect(200);

    expect(await client.getBooleanDetails(key, true)).toMatchObject({
      value: false,
      reason: 'DISABLED',
    });
  });
});
