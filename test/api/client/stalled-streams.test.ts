import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '../../support/api.js';
import { EventStream } from '../../support/event-stream.js';
import { unique } from '../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../support/service.js';
import { until } from '../../support/waiting.js';

/** Streams whose readers stop to read, while their tokens are revoked or features change. */

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
  const asked = { tokenName: unique('token'), type: 'client', environment: 'development', projects: ['default'] };
  return (await service.api.post('/api/admin/api-tokens', asked).expect(201)).body.secret;
}

async function figure(name: string): Promise<number> {
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1] ?? 0);
}

/** A client that asks for a stream, and reads nothing of it. */
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
  const stream = await EventStream.open(`${service.url}/api/client/streaming`, { authorization: token });
  open.push(stream);
  return stream;
}

/** More than sockets take in while nobody reads. */
async function manyBytes(prefix: string, count = 8, length = 1_000_000): Promise<string[]> {
  const names = Array.from({ length: count }, () => unique(prefix));
  for (const name of names) await service.given.feature({ name, enabledIn: [] });
  await service.sql(`UPDATE feature SET description = repeat('x', ${length}) WHERE name = ANY ($1)`, [names]);
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
  const names = await manyBytes('stalled');
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const token = await clientToken();
  const socket = await stalled(token);
  const other = await follow();
  await other.next();

  await service.api.delete(`/api/admin/api-tokens/${token}`).expect(200);
  // Changes go on while the stream is being ended: each would have been written to it.
  for (let n = 0; n < 20; n++, await sleep(100)) {
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
  const streams = await Promise.all([follow(), follow(), follow()]);
  for (const stream of streams) await stream.next();

  const names = await manyBytes('large', 4, 900_000);
  await service.api.post('/api/admin/projects/default/features', { name: unique() }).expect(201);
  for (const stream of streams) {
    const seen = new Set<string>();
    while (names.some((name) => !seen.has(name))) {
      for (const event of (await stream.next()).data.events) {
        for (const told of event.features ?? [event.feature]) if (told?.description?.length === 900_000) seen.add(told.name);
      }
    }
    expect(stream.hasEnded).toBe(false);
  }
  await remove(names);
});
