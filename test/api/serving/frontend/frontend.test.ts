import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

const FRONTEND = '/api/frontend';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const asFrontend = () => service.api.as({ token: FRONTEND_TOKEN });
const strategies = (feature: string): string => `${at(feature, 'development')}/strategies`;
const toggle = async (
  name: string,
  query: string,
): Promise<Record<string, unknown> | undefined> => {
  const { body } = await asFrontend().get(`${FRONTEND}?${query}`).expect(200);
  return (body.toggles as Record<string, unknown>[]).find((one) => one['name'] === name);
};

/** Creates a feature that is on in development for contexts that match the constraint. */
async function featureFor(constraint: object, more: object = {}): Promise<string> {
  const name = await service.given.feature();
  await service.api
    .post(strategies(name), { name: 'default', constraints: [constraint], ...more })
    .expect(200);
  await service.api.post(`${at(name, 'development')}/on`).expect(200);
  return name;
}

describe('evaluating for a browser', () => {
  test('returns the features that are on, with all their properties', async () => {
    const name = await service.given.feature({ enabledIn: ['development'], impressionData: true });

    expect(await toggle(name, '')).toEqual({
      name,
      enabled: true,
      variant: { name: 'disabled', enabled: false, feature_enabled: true, featureEnabled: true },
      impressionData: true,
    });
  });

  test('returns no features that are off or archived', async () => {
    const [off, elsewhere, archived] = [
      await service.given.feature(),
      await service.given.feature({ enabledIn: ['production'] }),
      await service.given.feature({ enabledIn: ['development'] }),
    ];
    await service.api.delete(at(archived)).expect(202);

    for (const name of [off, elsewhere, archived]) expect(await toggle(name, '')).toBeUndefined();
  });

  test('returns the variant with its payload', async () => {
    const variant = {
      name: 'blue',
      weight: 1000,
      weightType: 'variable',
      stickiness: 'default',
      payload: { type: 'string', value: '#00f' },
    };
    const name = await featureFor(
      { contextName: 'userId', operator: 'IN', values: ['7'] },
      { variants: [variant] },
    );

    expect((await toggle(name, 'userId=7'))?.['variant']).toEqual({
      name: 'blue',
      enabled: true,
      payload: { type: 'string', value: '#00f' },
      feature_enabled: true,
      featureEnabled: true,
    });
  });

  test.each([
    ['userId', 'userId=7', 'userId=8'],
    ['sessionId', 'sessionId=7', 'sessionId=8'],
    ['appName', 'appName=7', ''],
    ['properties', 'properties[plan]=7', 'properties[plan]=8'],
    ['any other name', 'plan=7', 'plan=8'],
    ['remoteAddress', 'remoteAddress=7', ''],
  ])('takes %s from the query', async (field, fitting, other) => {
    const contextName = ['properties', 'any other name'].includes(field) ? 'plan' : field;
    await service.sql('INSERT INTO context_field (name) VALUES ($1) ON CONFLICT DO NOTHING', [
      contextName,
    ]);
    const name = await featureFor({ contextName, operator: 'IN', values: ['7'] });

    expect(await toggle(name, fitting)).toBeDefined();
    expect(await toggle(name, other)).toBeUndefined();
  });

  test('evaluates for the time in the context, or for now', async () => {
    const name = await featureFor({
      contextName: 'currentTime',
      operator: 'DATE_AFTER',
      value: '2999-01-01T00:00:00Z',
    });

    expect(await toggle(name, 'currentTime=2999-06-01T00:00:00Z')).toBeDefined();
    expect(await toggle(name, '')).toBeUndefined();
  });

  test('constraints see the environment of the query, or else that of the token', async () => {
    const constraint = { contextName: 'environment', operator: 'IN' };
    const ofToken = await featureFor({ ...constraint, values: ['development'] });
    const ofQuery = await featureFor({ ...constraint, values: ['somewhere'] });

    expect(await toggle(ofToken, '')).toBeDefined();
    expect(await toggle(ofToken, 'environment=')).toBeDefined();
    expect(await toggle(ofQuery, '')).toBeUndefined();
    expect(await toggle(ofQuery, 'environment=somewhere')).toBeDefined();
    expect(await toggle(ofToken, 'environment=somewhere')).toBeUndefined();
  });

  test('the address is that of the connection, unless the context names one', async () => {
    const name = await service.given.feature({ enabledIn: ['development'] });
    const [strategy] = (await service.api.get(strategies(name)).expect(200)).body;
    await service.api
      .put(`${strategies(name)}/${strategy.id}`, {
        name: 'remoteAddress',
        parameters: { IPs: '127.0.0.1' },
      })
      .expect(200);

    expect(await toggle(name, '')).toBeDefined();
    expect(await toggle(name, 'remoteAddress=')).toBeDefined();
    expect(await toggle(name, 'remoteAddress=10.0.0.1')).toBeUndefined();
    const { body } = await asFrontend().post(FRONTEND, {}).expect(200);
    expect(body.toggles.map((one: { name: string }) => one.name)).toContain(name);
  });

  test('features of projects that the token is not for are not told', async () => {
    const project = await service.given.project();
    const name = unique();
    await service.api.post(`/api/admin/projects/${project}/features`, { name }).expect(201);
    await service.api
      .post(`/api/admin/projects/${project}/features/${name}/environments/development/on`)
      .expect(200);

    expect(await toggle(name, '')).toBeUndefined();
  });

  test.each([
    'properties=',
    'properties=7',
    'properties=7&properties[plan]=pro',
    'properties[a][b]=7',
    'properties[]=7',
    'properties[a=7',
    'properties[a]=7&properties[a]=8',
    'plan=1&plan=2',
    'userId=1&userId=2',
    'currentTime=',
    'currentTime=yesterday',
    'currentTime=2026-01-01&currentTime=2027-01-01',
    'appName=&environment=&remoteAddress=&userId=',
    '__proto__=1&properties[__proto__]=1&toString=1',
    '=1&&&%',
  ])('?%s is unusual, but no feature is lost', async (query) => {
    const name = await service.given.feature({ enabledIn: ['development'] });

    expect(await toggle(name, query)).toBeDefined();
  });

  test('the rest of an unusual query counts, and repeated values are a list as in SDKs', async () => {
    await service.api.post('/api/admin/context', { name: 'level' }).expect(201);
    const one = { contextName: 'level', operator: 'IN' };
    const [single, list] = [
      await featureFor({ ...one, values: ['7'] }),
      await featureFor({ ...one, operator: 'STR_CONTAINS', values: ['7,8'] }),
    ];

    expect(await toggle(single, 'currentTime=&properties=&properties[level]=7')).toBeDefined();
    expect(await toggle(list, 'level=7&level=8')).toBeDefined();
    expect(await toggle(list, 'properties[level]=7&properties[level]=8')).toBeDefined();
    expect(await toggle(single, 'level=7&level=8')).toBeUndefined();
  });

  test('a context that is too large to evaluate is 400', async () => {
    const { body } = await asFrontend()
      .get(`${FRONTEND}?plan=${'x'.repeat(2_000)}&plan=${'x'.repeat(2_000)}`)
      .expect(400);
    expect(body.details).toEqual([{ message: expect.any(String), path: '/query/plan' }]);
  });

  test.each(['7', 'a.b', 'tier'])('a property may have the name %s', async (property) => {
    await service.api.post('/api/admin/context', { name: property }).expect(201);
    const name = await featureFor({
      contextName: property,
      operator: 'IN',
      values: ['pro & more'],
    });
    const value = encodeURIComponent('pro & more');

    expect(await toggle(name, `properties[${property}]=${value}`)).toBeDefined();
    expect(await toggle(name, `properties%5B${property}%5D=${value}&userId=7`)).toBeDefined();
    expect(await toggle(name, `${property}=${value}`)).toBeDefined();
    expect(await toggle(name, `properties[other]=${value}`)).toBeUndefined();
  });

  const revalidated = (query: string, etag: string, cacheControl: string) =>
    asFrontend()
      .get(`${FRONTEND}?${query}`)
      .set({ 'if-none-match': etag, 'cache-control': cacheControl });

  // `fetch` sends `no-cache` with an own `If-None-Match`, and `max-age=0` in its mode "no-cache".
  test.each([
    ['userId=7', 'max-age=0'],
    ['userId=7', 'no-cache'],
    ['', 'no-cache'],
  ])('an unchanged response is 304 (?%s, %s)', async (query, cacheControl) => {
    const { headers } = await asFrontend().get(`${FRONTEND}?${query}`).expect(200);
    const etag = headers['etag']!;

    expect(headers['cache-control']).toBe('no-cache');
    await revalidated(query, etag, cacheControl).expect(304);
    await revalidated(query, `"other", ${etag}`, cacheControl).expect(304);
    await service.given.feature({ enabledIn: ['development'] });
    await revalidated(query, etag, cacheControl).expect(200);
  });

  test('a response of more than a megabyte is 304 when it has not changed, too', async () => {
    const value = 'x'.repeat(90_000);
    const names = await Promise.all(
      Array.from({ length: 12 }, () =>
        featureFor(
          { contextName: 'userId', operator: 'IN', values: ['large'] },
          {
            variants: [
              {
                name: 'one',
                weight: 1000,
                weightType: 'variable',
                stickiness: 'default',
                payload: { type: 'string', value },
              },
            ],
          },
        ),
      ),
    );
    const { headers, text } = await asFrontend().get(`${FRONTEND}?userId=large`).expect(200);

    expect(text!.length).toBeGreaterThan(1_048_576);
    await revalidated('userId=large', headers['etag']!, 'max-age=0').expect(304);
    for (const name of names) await service.api.delete(at(name)).expect(202);
  });
});

describe('a request without a session', () => {
  /** The names of the features that are on, read with the query or with the same in the body. */
  const evaluated = async (query: string, isPosted = false): Promise<string[]> => {
    const context = Object.fromEntries(new URLSearchParams(query));
    const { body } = await (
      isPosted ? asFrontend().post(FRONTEND, { context }) : asFrontend().get(`${FRONTEND}?${query}`)
    ).expect(200);
    return (body.toggles as { name: string }[]).map(({ name }) => name);
  };
  const rollout = (rollout: string, stickiness: string, groupId: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout, stickiness, groupId },
  });
  const featureIn = async (strategy: object): Promise<string> => {
    const name = await service.given.feature();
    await service.api.post(strategies(name), strategy).expect(200);
    await service.api.post(`${at(name, 'development')}/on`).expect(200);
    return name;
  };

  test.each(['', 'sessionId=', 'sessionId=&userId='])(
    'has one of its own for all features and their parents (?%s)',
    async (query) => {
      const group = unique('group');
      const parent = await featureIn(rollout('50', 'default', group));
      const sibling = await featureIn(rollout('50', 'sessionId', group));
      const child = await service.given.feature({ enabledIn: ['development'] });
      await service.api.post(`${at(child)}/dependencies`, { feature: parent }).expect(200);

      const seen = new Set<string>();
      for (let i = 0; i < 30; i++) {
        const on = await evaluated(query, i % 2 === 0);
        seen.add([parent, sibling, child].map((name) => on.includes(name)).join());
      }

      expect([...seen].sort()).toEqual(['false,false,false', 'true,true,true']);
    },
  );

  test('is served what is rolled out to every session', async () => {
    const name = await featureIn(rollout('100', 'sessionId', unique('group')));

    expect(await evaluated('userId=7')).toContain(name);
    expect(await evaluated('')).toContain(name);
  });
});

describe('with the context in the body', () => {
  test('answers the same', async () => {
    const name = await featureFor({ contextName: 'userId', operator: 'IN', values: ['42'] });
    const told = async (context: object): Promise<string[]> => {
      const { body } = await asFrontend().post(FRONTEND, { context }).expect(200);
      return (body.toggles as { name: string }[]).map((one) => one.name);
    };

    expect(await told({ userId: '42' })).toContain(name);
    expect(await told({ userId: 42 })).toContain(name);
    expect(await told({ userId: '43', properties: { userId: '42' } })).not.toContain(name);
    expect(await told({})).not.toContain(name);
  });

  test('properties that are lists or objects are texts to constraints, as the SDK makes them', async () => {
    const properties = {
      groups: ['beta', ['staff', null, 7]],
      company: { id: 7, toString: 1 },
      nothing: null,
    };
    const constraints = [
      { contextName: 'groups', operator: 'STR_CONTAINS', values: ['staff'] },
      { contextName: 'groups', operator: 'IN', values: ['beta,staff,,7'] },
      { contextName: 'company', operator: 'NOT_IN', values: ['7'] },
      { contextName: 'nothing', operator: 'STR_CONTAINS', values: ['n'] },
    ];
    for (const name of Object.keys(properties))
      await service.api.post('/api/admin/context', { name }).expect(201);
    const names = await Promise.all(constraints.map((constraint) => featureFor(constraint)));

    const { body } = await asFrontend().post(FRONTEND, { context: { properties } }).expect(200);

    const on = (body.toggles as { name: string }[]).map(({ name }) => name);
    expect(names.map((name) => on.includes(name))).toEqual([true, true, true, false]);
  });

  test.each([
    [{ context: 'x' }, '/body/context'],
    [{ context: { userId: ['7'] } }, '/body/context/userId'],
    [{ context: { properties: [] } }, '/body/context/properties'],
  ])('%j is 400', async (sent, path) => {
    const { body } = await asFrontend().post(FRONTEND, sent).expect(400);
    expect(body.details[0].path).toBe(path);
  });

  test('an empty object is accepted', async () => {
    await asFrontend().post(FRONTEND, {}).expect(200);
  });
});

describe('who may ask', () => {
  test('an admin token evaluates the environment default of all projects', async () => {
    await service.given.feature({ enabledIn: ['development'] });
    const told = async (): Promise<string[]> => {
      const { body } = await service.api.as({ token: ADMIN_TOKEN }).get(FRONTEND).expect(200);
      return body.toggles.map((one: { name: string }) => one.name);
    };
    expect(await told()).toEqual([]);

    const project = await service.given.project({ environments: ['default'] });
    const name = unique();
    const features = `/api/admin/projects/${project}/features`;
    await service.api.post(features, { name }).expect(201);
    await service.api.post(`${features}/${name}/environments/default/on`).expect(200);
    expect(await told()).toEqual([name]);
  });

  test('client tokens get 403, and requests without a token 401', async () => {
    await service.api.as({ token: CLIENT_TOKEN }).get(FRONTEND).expect(403);
    await service.api.as({}).get(FRONTEND).expect(401);
    await service.api.as({}).post(FRONTEND, {}).expect(401);
  });
});

describe('pages of other origins', () => {
  const preflight = (url: string, path: string, origin: string) =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });

  test('may call the frontend API from anywhere, unless told otherwise', async () => {
    const answer = await preflight(service.url, FRONTEND, 'https://app.example.com');

    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization');
    expect(answer.headers.get('access-control-max-age')).toBe('86400');
    const got = await fetch(service.url + FRONTEND, {
      headers: { origin: 'https://app.example.com', authorization: FRONTEND_TOKEN },
    });
    expect(got.headers.get('access-control-allow-origin')).toBe('*');
    expect(got.headers.get('access-control-expose-headers')).toBe('ETag');
  });

  test('get CORS headers with a refusal too, so that they can read it', async () => {
    const got = await fetch(service.url + FRONTEND, {
      headers: { origin: 'https://app.example.com' },
    });

    expect(got.status).toBe(401);
    expect(got.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['/api/client/features', '/api/admin/projects', '/auth/simple/login'])(
    'may not call %s',
    async (path) => {
      const answer = await preflight(service.url, path, 'https://app.example.com');

      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('may only be those of the configuration', async () => {
    const strict = await TestService.start({
      UNLEASH_FRONTEND_API_ORIGINS: 'https://app.example.com, https://other.example.com/',
    });
    try {
      const allowed = async (origin: string): Promise<string | null> =>
        (await preflight(strict.url, FRONTEND, origin)).headers.get('access-control-allow-origin');
      expect(await allowed('https://app.example.com')).toBe('https://app.example.com');
      expect(await allowed('https://other.example.com')).toBe('https://other.example.com');
      expect(await allowed('https://evil.example.com')).toBeNull();
    } finally {
      await strict.stop();
    }
  });
});
