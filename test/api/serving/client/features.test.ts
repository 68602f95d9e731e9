import { gunzipSync } from 'node:zlib';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { person, signedIn } from '../../../support/people.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';
import { CLIENT_FEATURES, Sdk } from './support.js';

let service: TestService;
let sdk: Sdk;
beforeAll(async () => {
  service = await TestService.start();
  sdk = Sdk.of(service);
});
afterAll(() => service.stop());

const CONSTRAINT = { contextName: 'userId', operator: 'IN', values: ['7'] };

/**
 * Creates a segment.
 * @returns Its id.
 */
async function segment(name = unique('segment')): Promise<number> {
  return (
    await service.api.post('/api/admin/segments', { name, constraints: [CONSTRAINT] }).expect(201)
  ).body.id;
}

/**
 * Creates a client token.
 * @returns Its secret.
 */
async function token(properties: object): Promise<string> {
  const body = {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    ...properties,
  };
  return (await service.api.post('/api/admin/api-tokens', body).expect(201)).body.secret;
}

async function personalToken(rootRole = 'Viewer'): Promise<string> {
  const { username } = await person(service, { rootRole });
  const api = await signedIn(service, username);
  return (
    await api
      .post('/api/admin/user/tokens', { description: 'sdk', expiresAt: '2090-01-01T00:00:00Z' })
      .expect(201)
  ).body.secret;
}

describe('a feature', () => {
  test('is sent with everything that an SDK evaluates, and nothing else', async () => {
    const id = await segment();
    const parent = await service.given.feature();
    const feature = await service.given.feature({
      description: 'What for',
      impressionData: true,
      type: 'kill-switch',
    });
    const strategy = {
      name: 'flexibleRollout',
      title: 'Ours',
      parameters: { rollout: '30', stickiness: 'default', groupId: 'g' },
    };
    const variant = {
      name: 'v',
      weight: 1000,
      weightType: 'variable',
      stickiness: 'default',
      payload: { type: 'string', value: 'p' },
    };
    const place = `${at(feature, 'development')}/strategies`;
    await service.api
      .post(place, { ...strategy, constraints: [CONSTRAINT], segments: [id], variants: [variant] })
      .expect(200);
    await service.api.post(place, { name: 'default', disabled: true }).expect(200);
    await service.api.put(`${at(feature)}/variants`, [variant]).expect(200);
    await service.api.post(`${at(feature)}/dependencies`, { feature: parent }).expect(200);
    await service.api.post(`${at(feature, 'development')}/on`).expect(200);

    expect(await sdk.feature(feature)).toEqual({
      name: feature,
      type: 'kill-switch',
      enabled: true,
      project: 'default',
      stale: false,
      strategies: [
        {
          name: 'flexibleRollout',
          constraints: [CONSTRAINT],
          parameters: strategy.parameters,
          variants: [variant],
          segments: [id],
        },
      ],
      variants: [variant],
      description: 'What for',
      impressionData: true,
      dependencies: [{ feature: parent, enabled: true, variants: [] }],
    });
  });

  test('without strategies, variants and description is sent with empty values', async () => {
    const feature = await service.given.feature();
    expect(await sdk.feature(feature)).toEqual({
      name: feature,
      type: 'release',
      enabled: false,
      project: 'default',
      stale: false,
      strategies: [],
      variants: [],
      description: null,
      impressionData: false,
    });
  });

  test('can be read alone, by whom it is for', async () => {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const archived = await service.given.feature();
    await service.api.delete(at(archived)).expect(202);
    const elsewhere = await token({ projects: [await service.given.project()] });

    const alone = await sdk.get(`/${feature}`).expect(200);
    expect(alone.body).toEqual(await sdk.feature(feature));
    expect(alone.headers['etag']).toMatch(/^W\//);
    await sdk.get(`/${archived}`).expect(404);
    await sdk.get(`/${unique('nobody')}`).expect(404);
    await Sdk.of(service, elsewhere).get(`/${feature}`).expect(404);
  });

  test('comes in the order of age', async () => {
    const [old, middle, young] = [
      await service.given.feature(),
      await service.given.feature(),
      await service.given.feature(),
    ];
    await service.api.delete(at(old)).expect(202);
    await sdk.get().expect(200);
    await service.api.post(`/api/admin/archive/revive/${old}`).expect(200);
    const names = (await sdk.body()).features.map((one: { name: string }) => one.name);
    expect(names.filter((name: string) => [old, middle, young].includes(name))).toEqual([
      old,
      middle,
      young,
    ]);
  });
});

describe('segments that SDKs receive', () => {
  test('come by themselves for SDKs that know of them, and only those that are used', async () => {
    const [used, unused] = [await segment(), await segment()];
    const feature = await service.given.feature();
    await service.api
      .post(`${at(feature, 'development')}/strategies`, { name: 'default', segments: [used] })
      .expect(200);

    const { segments, query, features } = await sdk.body();
    expect(segments.find((one: { id: number }) => one.id === used)).toEqual({
      id: used,
      name: expect.any(String),
      constraints: [CONSTRAINT],
    });
    expect(segments.find((one: { id: number }) => one.id === unused)).toBeUndefined();
    expect(query.inlineSegmentConstraints).toBe(false);
    expect(
      features.find((one: { name: string }) => one.name === feature).strategies[0].segments,
    ).toEqual([used]);
    expect((await sdk.body(`?namePrefix=${unique('none')}`)).segments).toEqual([]);
  });

  test.each([[null], [''], ['4.1.9'], ['3.0.0']])(
    'stand among the constraints for SDKs that follow %s',
    async (spec) => {
      const id = await segment();
      const feature = await service.given.feature();
      const own = { contextName: 'appName', operator: 'IN', values: ['a'] };
      await service.api
        .post(`${at(feature, 'development')}/strategies`, {
          name: 'default',
          constraints: [own],
          segments: [id],
        })
        .expect(200);
      const old = new Sdk(service.api.as({ token: CLIENT_TOKEN }), spec);

      const { segments, query, features } = await old.body();
      const { strategies } = features.find((one: { name: string }) => one.name === feature);
      expect(strategies).toEqual([
        { name: 'default', constraints: [own, CONSTRAINT], parameters: {}, variants: [] },
      ]);
      expect(segments).toBeUndefined();
      expect(query.inlineSegmentConstraints).toBe(true);
      expect((await old.get(`/${feature}`).expect(200)).body.strategies).toEqual(strategies);
    },
  );

  test.each([['4.2.0'], ['5.1.9'], ['10.0.0']])(
    'come by themselves from 4.2.0 on: %s',
    async (spec) => {
      expect(
        (await new Sdk(service.api.as({ token: CLIENT_TOKEN }), spec).body()).query
          .inlineSegmentConstraints,
      ).toBe(false);
    },
  );

  test.each(['abc', '4', '4.2', '4.2.0.0'])('a specification %s is none', async (spec) => {
    await new Sdk(service.api.as({ token: CLIENT_TOKEN }), spec).get().expect(400);
    await new Sdk(service.api.as({ token: CLIENT_TOKEN }), spec).get('/some-feature').expect(400);
  });
});

describe('the query of an SDK', () => {
  test('by tags leaves features that carry any of them', async () => {
    const [one, other] = [unique('t'), unique('t')];
    const first = await service.given.feature({ tags: [{ type: 'simple', value: one }] });
    const second = await service.given.feature({ tags: [{ type: 'simple', value: other }] });

    const { features, query } = await sdk.body(`?tag=simple:${one}&tag=simple:${other}`);
    expect(features.map((feature: { name: string }) => feature.name)).toEqual([first, second]);
    expect(query).toEqual({
      tag: [
        ['simple', one],
        ['simple', other],
      ],
      project: ['default'],
      environment: 'development',
      inlineSegmentConstraints: false,
    });
    expect((await sdk.body(`?tag=simple:${one}`)).features).toHaveLength(1);
    expect((await sdk.body(`?tag=simple:${unique('t')}`)).features).toEqual([]);
  });

  test('by the start of names takes wildcards for what they are', async () => {
    const prefix = unique('prefix');
    const feature = await service.given.feature({ name: `${prefix}-a` });
    const { features, query } = await sdk.body(`?namePrefix=${prefix}`);
    expect(features.map((one: { name: string }) => one.name)).toEqual([feature]);
    expect(query.namePrefix).toBe(prefix);
    expect((await sdk.body('?namePrefix=%25')).features).toEqual([]);
    expect((await sdk.body('?namePrefix=_')).features).toEqual([]);
    expect((await sdk.body(`?namePrefix=${prefix.toUpperCase()}`)).features).toEqual([]);
  });

  test.each([
    'tag=without-colon',
    'namePrefix=',
    'namePrefix=a&namePrefix=b',
    'environment=a&environment=b',
  ])('%s is refused', async (query) => {
    await sdk.get(`?${query}`).expect(400);
  });

  test('cannot widen what the token is for', async () => {
    const project = await service.given.project();
    const own = await token({ projects: [project] });
    await service.given.feature();
    const { features, query } = await Sdk.of(service, own).body(
      '?project=default&environment=production&unknown=1',
    );
    expect(features).toEqual([]);
    expect(query).toEqual({
      project: [project],
      environment: 'development',
      inlineSegmentConstraints: false,
    });
  });

  test('is refused with what was wrong', async () => {
    for (const query of ['?namePrefix=', '?namePrefix=a&namePrefix=b']) {
      const { body } = await sdk.get(query).expect(400);
      expect(body.details).toContainEqual({
        message: 'namePrefix must be longer than or equal to 1 characters.',
        path: '/query/namePrefix',
      });
    }
  });

  test('chooses projects where the token is for all', async () => {
    const all = await token({ projects: ['*'] });
    const [project, feature] = [await service.given.project(), unique()];
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: feature })
      .expect(201);
    const { features, query } = await Sdk.of(service, all).body(`?project=${project}`);
    expect(features.map((one: { name: string }) => one.name)).toEqual([feature]);
    expect(query).toEqual({
      project: [project],
      environment: 'development',
      inlineSegmentConstraints: false,
    });
    expect((await Sdk.of(service, all).body()).query.project).toBeUndefined();
  });
});

describe('callers of the client API', () => {
  test('an admin token is for the environment that it asks for; without one everything is off', async () => {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const admin = Sdk.of(service, ADMIN_TOKEN);
    expect((await admin.feature(feature, '?environment=development')).enabled).toBe(true);
    expect((await admin.feature(feature, '?environment=production')).enabled).toBe(false);
    expect(await admin.feature(feature, '?environment=nowhere')).toMatchObject({
      enabled: false,
      strategies: [],
    });
    expect(await admin.feature(feature)).toMatchObject({ enabled: false, strategies: [] });
    expect((await admin.body()).query).toEqual({ inlineSegmentConstraints: false });
    expect((await admin.body('?environment=nowhere')).query).toEqual({
      environment: 'nowhere',
      inlineSegmentConstraints: false,
    });
  });

  test.each(['Viewer', 'Admin'])(
    'a personal token of somebody who is %s is as good',
    async (role) => {
      const feature = await service.given.feature({ enabledIn: ['development'] });
      const personal = Sdk.of(service, await personalToken(role));
      expect((await personal.feature(feature)).enabled).toBe(false);
      expect((await personal.feature(feature, '?environment=development')).enabled).toBe(true);
      expect((await personal.body('?project=default')).query.project).toEqual(['default']);
    },
  );

  test('sessions, strangers and browsers are refused', async () => {
    const { username } = await person(service);
    const session = await signedIn(service, username);
    expect((await session.get(CLIENT_FEATURES).expect(401)).body).toEqual({
      message: expect.any(String),
    });
    expect((await service.api.as().get(CLIENT_FEATURES).expect(401)).body).toEqual({
      message: expect.any(String),
    });
    await service.api.as({ token: 'default:development.unknown' }).get(CLIENT_FEATURES).expect(401);
    expect(
      (await service.api.as({ token: FRONTEND_TOKEN }).get(CLIENT_FEATURES).expect(403)).body,
    ).toEqual({
      message: expect.any(String),
    });
  });

  test('a token gets the state of its own environment', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const production = Sdk.of(
      service,
      await token({ environment: 'production', projects: ['default'] }),
    );
    expect(await production.isOn(feature)).toBe(true);
    expect(await sdk.isOn(feature)).toBe(false);
  });
});

describe('the ETag of the features', () => {
  test('is strong, and the answer repeats it', async () => {
    const { headers, body } = await sdk.get().expect(200);
    expect(headers['etag']).toMatch(/^"[0-9a-f]{8}:\d+"$/);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.meta).toEqual({
      revisionId: expect.any(Number),
      etag: headers['etag'],
      queryHash: headers['etag']!.slice(1, 9),
    });
  });

  test.each([
    ['itself', (tag: string) => tag],
    ['its weak form', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"other", W/"another",${tag}`],
    ['any', () => '*'],
  ])('that the caller has, told as %s, is answered 304', async (_, form) => {
    const etag = await sdk.etag();
    const { text, headers } = await sdk.get('', { 'If-None-Match': form(etag) }).expect(304);
    expect(text).toBe('');
    expect(headers['etag']).toBe(etag);
  });

  test.each([['"deadbeef:1"'], ['other'], ['']])(
    'other than the one of %s is answered 200',
    async (other) => {
      await sdk.get('', { 'If-None-Match': other }).expect(200);
    },
  );

  test('differs for another query and for another environment', async () => {
    const etags = await Promise.all(
      ['', '?namePrefix=a', '?namePrefix=b', '?tag=simple:zz'].map((query) => sdk.etag(query)),
    );
    const admin = Sdk.of(service, ADMIN_TOKEN);
    for (const environment of ['development', 'production'])
      etags.push(await admin.etag(`?environment=${environment}`));
    expect(new Set(etags).size).toBe(etags.length);
  });

  test('stays as long as nothing has changed for the caller, and comes back with what it stood for', async () => {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const etag = await sdk.etag();
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    await service.api
      .post(`/api/admin/projects/${await service.given.project()}/features`, { name: unique() })
      .expect(201);
    expect(await sdk.etag()).toBe(etag);
    await service.api.post(`${at(feature, 'development')}/off`).expect(200);
    expect(await sdk.etag()).not.toBe(etag);
    await service.api.post(`${at(feature, 'development')}/on`).expect(200);
    expect(await sdk.etag()).toBe(etag);
  });

  test('changes when a feature comes to carry a tag that is asked for', async () => {
    const value = unique('t');
    const feature = await service.given.feature();
    await service.api.post('/api/admin/tags', { type: 'simple', value }).expect(201);
    const before = await sdk.etag(`?tag=simple:${value}`);
    await service.api
      .post(`/api/admin/features/${feature}/tags`, { type: 'simple', value })
      .expect(201);
    expect(await sdk.etag(`?tag=simple:${value}`)).not.toBe(before);
    expect((await sdk.body(`?tag=simple:${value}`)).features).toHaveLength(1);
  });
});

describe('sending the features', () => {
  test('HEAD returns the length and the ETag, without the body', async () => {
    const response = await fetch(service.url + CLIENT_FEATURES, {
      method: 'HEAD',
      headers: { authorization: CLIENT_TOKEN },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{8}:\d+"$/);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['gzip, deflate, br', 'gzip'],
    ['deflate, GZIP;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['br, x-gzip', undefined],
  ])('who accepts "%s" gets %s', async (accepted, encoding) => {
    for (let n = 0; n < 12; n++) await service.given.feature();
    const answers = await Promise.all(
      [accepted, accepted].map((encodings) => raw(service.url, encodings)),
    );
    const plain = await raw(service.url, 'identity');
    for (const answer of answers) {
      expect(answer.encoding).toBe(encoding);
      expect((encoding ? gunzipSync(answer.body) : answer.body).equals(plain.body)).toBe(true);
      expect(answer.etag).toBe(plain.etag);
      if (encoding) expect(answer.body.length).toBeLessThan(plain.body.length / 2);
    }
  });
});

/** Sends a request without decompressing the response, as fetch and HttpCall would. */
async function raw(
  url: string,
  encodings: string,
): Promise<{ encoding: string | undefined; etag: string | undefined; body: Buffer }> {
  const { default: http } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { authorization: CLIENT_TOKEN, 'accept-encoding': encodings };
    http
      .get(url + CLIENT_FEATURES, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            etag: response.headers.etag,
            body: Buffer.concat(chunks),
          }),
        );
      })
      .once('error', reject);
  });
}
