import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { OutgoingMemory } from '../../../../src/serving/sdk-api/cache/outgoing-memory.js';
import { ResponseMemory } from '../../../../src/serving/sdk-api/cache/cached-response.js';
import { DeltaAnswer } from '../../../../src/serving/sdk-api/delta/delta-answer.js';
import type { DeltaView } from '../../../../src/serving/sdk-api/delta/delta-view.js';
import { CHANGES, Stream } from '../../../../src/serving/sdk-api/streaming/stream.js';
import type { Config } from '../../../../src/platform/config/config.js';
import { at } from '../../../support/api.js';
import { EventStream } from '../../../support/event-stream.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/** Streams whose clients stop reading, while their tokens are revoked or features change. */

let service: TestService;
const open: { close(): void }[] = [];
beforeAll(async () => {
  service = await TestService.start({ CLIENT_STREAM_HEARTBEAT_SECONDS: '1' });
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => service.stop());

async function clientToken(): Promise<string> {
  const asked = {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects: ['default'],
  };
  return (await service.api.post('/api/admin/api-tokens', asked).expect(201)).body.secret;
}

async function figure(name: string): Promise<number> {
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1] ?? 0);
}

/** Opens a stream whose client reads nothing. */
async function stalled(token: string): Promise<Socket> {
  const before = await figure('client_streams');
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET /api/client/streaming HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n\r\n`);
  open.push({ close: () => socket.destroy() });
  await until(async () => (await figure('client_streams')) === before + 1);
  return socket;
}

async function follow(token = CLIENT_TOKEN): Promise<EventStream> {
  const stream = await EventStream.open(`${service.url}/api/client/streaming`, {
    authorization: token,
  });
  open.push(stream);
  return stream;
}

/** More than socket buffers hold while nobody reads. */
async function manyBytes(prefix: string, count: number, length: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => unique(prefix));
  for (const name of names) await service.given.feature({ name, enabledIn: [] });
  await service.sql(
    `UPDATE feature SET description = repeat('x', ${length}) WHERE name = ANY ($1)`,
    [names],
  );
  await service.sql(
    `INSERT INTO event (type, feature_name, project, created_by, created_by_user_id)
     SELECT 'feature-metadata-updated', name, 'default', 'test', -42 FROM unnest($1::text[]) name`,
    [names],
  );
  return names;
}

const remove = async (names: string[]): Promise<void> => {
  for (const name of names) await service.api.delete(at(name)).expect(202);
};

test('a stalled stream whose token is revoked is told nothing more, and its socket goes', async () => {
  const names = await manyBytes('stalled', 2, 4_000_000);
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const token = await clientToken();
  const socket = await stalled(token);
  const other = await follow();
  await other.next();

  await service.api.delete(`/api/admin/api-tokens/${token}`).expect(200);
  // Changes continue while the stream is being ended; each would have been written to it.
  for (let n = 0; n < 12; n++, await sleep(100)) {
    await service.api.post(`${at(feature, 'development')}/${n % 2 ? 'on' : 'off'}`).expect(200);
    await service.api.get('/health').expect(200);
  }
  await until(async () => (await figure('client_streams')) === 1);

  expect(other.hasEnded).toBe(false);
  expect(other.events.length).toBeGreaterThan(5);
  socket.destroy();
  await remove(names);
});

test('one change of several megabytes reaches every stream, and ends none', async () => {
  const streams = await Promise.all([follow(), follow()]);
  for (const stream of streams) await stream.next();

  const names = await manyBytes('large', 2, 900_000);
  await service.api.post('/api/admin/projects/default/features', { name: unique() }).expect(201);
  for (const stream of streams) {
    const seen = new Set<string>();
    while (names.some((name) => !seen.has(name))) {
      for (const event of (await stream.next()).data.events) {
        for (const told of event.features ?? [event.feature])
          if (told?.description?.length === 900_000) seen.add(told.name);
      }
    }
    expect(stream.hasEnded).toBe(false);
  }
  await remove(names);
});

describe('one stream by itself, whose client does not read', () => {
  let server: Server;
  let response: ServerResponse;
  let stream: Stream;
  let client: Socket;
  const view = { tag: 'before', state: { horizon: '1:2:' } } as { tag: string; state: object };
  const errors: Error[] = [];
  const outgoing = new OutgoingMemory({ clientFeatures: { outgoingBytes: 1024 * 1024 } } as Config);
  const host = {
    outgoing,
    due: (one: Stream) => one.feed(),
    endOne: (one: Stream) => one.end(),
    drop: (one: Stream) => one.drop(),
  };

  beforeEach(async () => {
    const responses = new ResponseMemory({ clientFeatures: { cacheBytes: 1024 * 1024 } } as Config);
    const answer = () =>
      DeltaAnswer.ofChanges(view.tag, [{ about: 'x', json: Buffer.alloc(6_000, 'x') }], responses);
    Object.assign(view, { since: answer });
    Object.defineProperty(view, 'hydration', { get: answer, configurable: true });
    errors.length = 0;
    const opened = new Promise<void>((resolve) => {
      server = createServer((_, asked) => {
        response = Object.assign(asked, { locals: { followCaller: () => () => undefined } });
        response.on('error', (error) => errors.push(error));
        stream = new Stream(
          view as unknown as DeltaView,
          'client 1',
          undefined,
          CHANGES,
          response as unknown as Response,
          host,
        );
        stream.open(undefined);
        resolve();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined).pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await opened;
    // Until the socket is full, but too little is waiting for a disconnection.
    for (let n = 0; response.writableLength === 0 && n < 100_000; n++) {
      change();
      if (n % 50 === 0) await sleep(1);
    }
  });
  afterEach(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });

  function change(): void {
    view.tag = unique('state');
    stream.feed();
  }

  test('is not written to after its end, and its socket is destroyed', async () => {
    expect(response.writableLength).toBeGreaterThan(0);
    const closed = once(response, 'close');
    stream.end();
    for (let n = 0; n < 10; n++) change();
    stream.beat();
    stream.end();
    await closed;
    expect(errors).toEqual([]);
    expect(outgoing.bytes).toBe(0);
  });

  test('makes the instance keep no more than the event that it reads', () => {
    for (let n = 0; n < 1_000; n++) change();
    expect(response.writableLength).toBeLessThan(64 * 1024);
    expect(outgoing.bytes).toBeLessThan(2 * 6_100);
  });
});
