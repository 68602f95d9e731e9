import { setTimeout as sleep } from 'node:timers/promises';
import { TokenCaller } from '../../../../src/core/auth/caller/caller.js';
import { hashOf } from '../../../../src/core/auth/caller/secret-hash.js';
import { StreamTicket } from '../../../../src/core/auth/stream-ticket.js';
import { DeliveryWriter } from '../../../../src/serving/sdk-api/streaming/delivery-writer.js';
import { Announcements } from '../../../../src/serving/sdk-api/snapshot/announcements.js';
import { at } from '../../../support/api.js';
import { EventStream, type StreamEvent } from '../../../support/event-stream.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/** How pages hear that they have to evaluate their flags again. */
const FLAGS = '/ofrep/v1/evaluate/flags';
/** No poll is due within the tests, so instances only learn of changes by announcements. */
const SETTINGS = { CLIENT_STREAM_HEARTBEAT_SECONDS: '1', CLIENT_FEATURES_POLL_SECONDS: '3600' };

let service: TestService;
let open: EventStream[] = [];
beforeAll(async () => (service = await TestService.start(SETTINGS)));
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
afterAll(() => service.stop());

interface Asked {
  token?: string;
  of?: TestService;
  headers?: Record<string, string>;
  query?: string;
}

function flags({ token = FRONTEND_TOKEN, of = service, headers = {}, query = '' }: Asked = {}) {
  return of.api
    .as({ token })
    .post(FLAGS + query, { context: { targetingKey: '7' } })
    .set(headers);
}

/** Path and query of the stream that a response with all flags names. */
async function streamOf(asked: Asked = {}): Promise<string> {
  const { body } = await flags(asked).expect(200);
  return body.eventStreams[0].endpoint.requestUri as string;
}

async function follow(uri: string, { of = service, headers = {} }: Asked = {}) {
  const stream = await EventStream.open(of.url + uri, headers);
  open.push(stream);
  return stream;
}

const ticketIn = (uri: string): string => new URL(uri, 'http://x').searchParams.get('ticket')!;
/** Names the state; the rest of an id is that of the page. */
const tagOf = ({ id }: StreamEvent): string => id!.split('.')[0]!;
const switched = (feature: string, to: 'on' | 'off', of = service) =>
  of.api.post(`${at(feature, 'development')}/${to}`).expect(200);
const featureOn = () => service.given.feature({ enabledIn: ['development'] });

async function newToken(asked: object = {}): Promise<string> {
  const token = { tokenName: unique('token'), type: 'frontend', environment: 'development' };
  const { body } = await service.api
    .post('/api/admin/api-tokens', { ...token, projects: ['default'], ...asked })
    .expect(201);
  return body.secret as string;
}

describe('the response with all flags', () => {
  test('names a stream by a ticket that is not the token', async () => {
    const { body, headers } = await flags().expect(200);

    expect(body.eventStreams).toEqual([
      {
        type: 'sse',
        endpoint: {
          requestUri: expect.stringMatching(
            /^\/ofrep\/v1\/stream\?ticket=[0-9a-f-]{36}\.\d{10}\.[\w-]{43}&since=[0-9a-f]{64}$/,
          ),
        },
        inactivityDelaySec: 120,
      },
    ]);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(JSON.stringify(body)).not.toContain(FRONTEND_TOKEN);
  });

  test('is unchanged while flags and ticket are, whatever else changes', async () => {
    const project = await service.given.project();
    const token = await newToken();
    const { headers } = await flags({ token }).expect(200);
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: unique('feature') })
      .expect(201);

    const known = { 'if-none-match': headers['etag']! };
    await flags({ token, headers: known }).expect(304);
    await flags({ token: await newToken(), headers: known }).expect(200);
  });

  test('names the base path of the service', async () => {
    const behind = await service.beside({ ...SETTINGS, BASE_URI_PATH: '/flags' });
    try {
      const response = await fetch(`${behind.url}/flags${FLAGS}`, {
        method: 'POST',
        headers: { authorization: FRONTEND_TOKEN },
      });
      const { eventStreams } = (await response.json()) as {
        eventStreams: { endpoint: { requestUri: string } }[];
      };
      const { requestUri } = eventStreams[0]!.endpoint;
      expect(requestUri).toMatch(/^\/flags\/ofrep\/v1\/stream\?/);
      expect((await follow(requestUri, { of: behind })).status).toBe(200);
    } finally {
      await behind.stop();
    }
  });
});

describe('a stream of changes', () => {
  test('says that something has changed, and nothing else', async () => {
    const feature = await featureOn();
    const stream = await follow(await streamOf(), { headers: { origin: 'https://shop.example' } });
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'access-control-allow-origin': '*',
      'x-accel-buffering': 'no',
    });
    await until(() => stream.comments > 0);
    expect(stream.events).toEqual([]);

    await switched(feature, 'off');
    expect(await stream.next()).toEqual({
      event: undefined,
      id: expect.stringMatching(/^[0-9a-f]{64}\.[0-9a-f]{16}$/),
      data: {
        type: 'refetchEvaluation',
        etag: expect.stringMatching(/^[0-9a-f]{64}\.[0-9a-f]{16}$/),
      },
    });
  });

  test('is silent about other projects, other environments, and what changes nothing', async () => {
    const feature = await featureOn();
    const project = await service.given.project();
    const other = unique('feature');
    const stream = await follow(await streamOf({ token: await newToken() }));

    await service.api.post(`/api/admin/projects/${project}/features`, { name: other }).expect(201);
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    await switched(feature, 'on');
    await until(() => stream.comments >= 2);
    expect(stream.events).toEqual([]);
  });

  test('signals at once what has changed before it was opened or while it was not', async () => {
    const feature = await featureOn();
    const uri = await streamOf();
    await switched(feature, 'off');
    const { id } = await (await follow(uri)).next();

    const again = await follow(uri, { headers: { 'last-event-id': id } });
    await until(() => again.comments > 0);
    expect(again.events).toEqual([]);
    await switched(feature, 'on');
    const { id: now } = await again.next();
    expect(now).not.toBe(id);
    expect((await (await follow(uri, { headers: { 'last-event-id': id } })).next()).id).toBe(now);
  });

  test('combines a series of changes in a few signals, the last of which is not lost', async () => {
    const feature = await featureOn();
    const stream = await follow(await streamOf());
    const began = performance.now();
    for (let n = 0; n < 30; n++) await switched(feature, n % 2 ? 'on' : 'off');
    await switched(feature, 'off');
    const seconds = (performance.now() - began) / 1_000;

    const other = await follow(await streamOf(), { headers: { 'last-event-id': 'none' } });
    const tag = tagOf(await other.next());
    await until(
      async () => stream.events.at(-1) !== undefined && tagOf(stream.events.at(-1)!) === tag,
    );
    expect(stream.events.length).toBeLessThanOrEqual(6 + seconds);
  });

  test('can be opened at every instance, also after a restart', async () => {
    const feature = await featureOn();
    const uri = await streamOf();
    const other = await service.beside(SETTINGS);
    try {
      const stream = await follow(uri, { of: other });
      await switched(feature, 'off');
      await stream.next();
    } finally {
      await other.stop();
    }
  });
});

describe('a ticket for a stream', () => {
  const refused = async (uri: string) => expect((await follow(uri)).status).toBe(401);

  test('is refused when it is forged, for another token, or has expired', async () => {
    const uri = await streamOf();
    const [id, expiry, signature] = ticketIn(uri).split('.') as [string, string, string];
    const other = ticketIn(await streamOf({ token: await newToken() })).split('.')[0];
    const swapped = signature.startsWith('A') ? 'B' : 'A';
    for (const forged of [
      `${id}.${expiry}.${swapped}${signature.slice(1)}`,
      `${id}.${Number(expiry) + 60}.${signature}`,
      `${other}.${expiry}.${signature}`,
      `${id}.9999999999.${signature}`,
      `${id}.${expiry}.`,
      FRONTEND_TOKEN,
      '',
    ])
      await refused(`/ofrep/v1/stream?ticket=${forged}`);
    await refused('/ofrep/v1/stream');
    await refused(`/OFREP/v1/stream?ticket=${ticketIn(uri)}`);
  });

  test('is valid for at least 15 and at most 30 minutes', async () => {
    const token = await newToken();
    const [id] = ticketIn(await streamOf({ token })).split('.') as [string];
    const caller = new TokenCaller('frontend', id, 0, 'x', 'development', ['default']);
    const issued = (ago: number): string =>
      StreamTicket.issue(caller, hashOf(token), Date.now() - 60_000 * ago);
    expect((await follow(`/ofrep/v1/stream?ticket=${issued(14)}`)).status).toBe(200);
    await refused(`/ofrep/v1/stream?ticket=${issued(31)}`);
  });

  test('gives access to nothing else', async () => {
    const ticket = ticketIn(await streamOf());
    await flags({ token: ticket }).expect(401);
    for (const path of [FLAGS, '/api/frontend', '/api/client/features', '/api/admin/projects'])
      await service.api.as().get(`${path}?ticket=${ticket}`).expect(isRefused);
    await service.api.as().post(`${FLAGS}?ticket=${ticket}`, {}).expect(401);
    await service.api.as({ token: ticket }).get('/ofrep/v1/stream').expect(401);
  });

  test('ends with its token, and so do the streams that it has opened', async () => {
    const project = await service.given.project();
    const [deleted, narrowed, expiring] = [
      await newToken(),
      await newToken({ projects: [project, 'default'] }),
      await newToken({ expiresAt: new Date(Date.now() + 2_000).toISOString() }),
    ];
    const uris: string[] = [];
    for (const token of [deleted, narrowed, expiring]) uris.push(await streamOf({ token }));
    const streams = await Promise.all(uris.map((uri) => follow(uri)));
    const other = await follow(await streamOf());
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);

    await service.sql('DELETE FROM api_token WHERE secret_hash = sha256($1::bytea)', [deleted]);
    await service.sql('DELETE FROM api_token_project WHERE project = $1', [project]);
    await until(() => streams.every(({ hasEnded }) => hasEnded), 5_000);
    for (const uri of uris) await refused(uri);
    expect(other.hasEnded).toBe(false);
    expect((await follow(await streamOf({ token: narrowed }))).status).toBe(200);
  });

  test('is for tokens of an environment only', async () => {
    expect((await flags({ token: ADMIN_TOKEN }).expect(200)).body).toEqual({ flags: [] });
  });
});

describe('deliveries count pages', () => {
  interface Delivery {
    connected: number;
    delivered: number;
    pending: { appName: string; instanceId: string; sdkVersion: string; mode: string }[];
  }
  /** What is known of a feature, once all instances have stored what they know. */
  async function delivery(feature: string, ...instances: TestService[]): Promise<Delivery> {
    for (const { service: one } of [service, ...instances])
      await one.app.get(DeliveryWriter).write();
    return (await service.api.get(`${at(feature, 'development')}/delivery`).expect(200)).body;
  }
  const evaluated = ({ data }: StreamEvent, asked: Asked = {}) =>
    flags({ ...asked, query: `?flagConfigEtag=${(data as { etag: string }).etag}` });

  test('when they have evaluated their flags again, not when they were told to', async () => {
    const token = await newToken();
    const feature = await featureOn();
    const before = await delivery(feature);
    const stream = await follow(await streamOf({ token }));
    const idle = await delivery(feature);
    expect(idle.connected - before.connected).toBe(1);
    expect(idle.delivered - before.delivered).toBe(1);

    await switched(feature, 'off');
    const signal = await stream.next();
    const told = await delivery(feature);
    expect(told.pending).toMatchObject([
      { appName: 'ofrep', sdkVersion: 'ofrep-page', mode: 'polling' },
    ]);

    await evaluated(signal, { token }).expect(200);
    const after = await delivery(feature);
    expect(after.pending).toEqual([]);
    expect(after.connected).toBe(told.connected);

    // Its next signal, and an answer that nothing has changed for it.
    const project = await service.given.project();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: unique('feature') })
      .expect(201);
    await switched(feature, 'on');
    expect((await delivery(feature)).pending).toHaveLength(1);
    await evaluated(await stream.next(), { token });
    const last = await delivery(feature);
    expect(last.pending).toEqual([]);

    stream.close();
    await until(async () => (await delivery(feature)).connected === last.connected - 1);
  });

  test('whichever instance evaluates, and also when a page comes again', async () => {
    const beside = await service.beside(SETTINGS);
    try {
      const token = await newToken();
      const feature = await featureOn();
      const uri = await streamOf({ token });
      const stream = await follow(uri);
      await switched(feature, 'off');
      const signal = await stream.next();
      await evaluated(signal, { token, of: beside }).expect(200);
      expect((await delivery(feature, beside)).pending).toEqual([]);
      expect((await delivery(feature)).pending).toEqual([]);

      stream.close();
      await follow(uri, { headers: { 'last-event-id': signal.id! } });
      const again = await delivery(feature, beside);
      expect(again.pending).toEqual([]);
    } finally {
      await beside.stop();
    }
  });
});

test('beyond the limits a page gets the signal only, and SDKs have streams left', async () => {
  const small = await service.beside({ ...SETTINGS, CLIENT_STREAMS_MAX: '2' });
  try {
    const feature = await featureOn();
    const uri = await streamOf({ of: small });
    await follow(uri, { of: small });
    const second = await follow(uri, { of: small });
    await until(() => second.hasEnded);
    expect({ status: second.status, events: second.events }).toEqual({ status: 200, events: [] });
    expect(second.retry).toBeGreaterThanOrEqual(12_000);
    expect(second.retry).toBeLessThanOrEqual(25_000);

    await switched(feature, 'off', small);
    const third = await follow(uri, { of: small });
    expect(await third.next()).toMatchObject({ data: { type: 'refetchEvaluation' } });
    const sdk = await EventStream.open(`${small.url}/api/client/streaming`, {
      authorization: ADMIN_TOKEN,
    });
    open.push(sdk);
    expect(sdk.status).toBe(200);
  } finally {
    for (const stream of open) stream.close();
    await small.stop();
  }
});

test('an instance that has not heard of a change yet looks for it before it responds', async () => {
  const feature = await featureOn();
  const deaf = await service.beside(SETTINGS);
  try {
    const valueAtDeaf = async (query = ''): Promise<boolean> => {
      const { body } = await flags({ of: deaf, query }).expect(200);
      return (body.flags as { key: string; value: boolean }[]).find(({ key }) => key === feature)!
        .value;
    };
    const stream = await follow(await streamOf());
    expect(await valueAtDeaf()).toBe(true);
    await deaf.service.app.get(Announcements).close();
    await switched(feature, 'off');
    const signal: StreamEvent = await stream.next();
    await sleep(100);

    expect(await valueAtDeaf()).toBe(true);
    expect(await valueAtDeaf(`?flagConfigEtag=${signal.data.etag}`)).toBe(false);
  } finally {
    await deaf.stop();
  }
});

function isRefused({ status }: { status: number }): void {
  if (status !== 401 && status !== 404) throw new Error(`It is answered with ${status}.`);
}
