import { EventEmitter, once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { BodyMemory } from '../../../../src/platform/http/body/body-memory.js';
import { TooManyBodiesError } from '../../../../src/platform/http/http.errors.js';
import { at } from '../../../support/api.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/** The bodies of concurrent requests take a limited amount of memory, whoever sends them. */

const MIB = 1024 * 1024;
const PATH = '/api/admin/features-batch/validate';
const OTHER_TOKEN = '*:*.another-admin-token-of-this-test';

let service: TestService;
let feature: string;
beforeAll(async () => {
  service = await TestService.start({
    REQUEST_BODIES_MB: '20',
    INIT_ADMIN_API_TOKENS: `${ADMIN_TOKEN},${OTHER_TOKEN}`,
  });
  feature = await service.given.feature({ enabledIn: ['production'] });
});
afterAll(() => service.stop());

/** A request that has announced its body and not sent it. */
function announced(bytes: number, authorization = ADMIN_TOKEN, path = PATH): ClientRequest {
  const { port } = service.service.app.getHttpServer().address() as AddressInfo;
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': bytes,
    expect: '100-continue',
  };
  const sent = request({ port, method: 'POST', path, headers });
  sent.on('error', () => {});
  sent.flushHeaders();
  return sent;
}

const statusOf = async (sent: ClientRequest): Promise<number> => {
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
};

test('large bodies wait for each other, and neither switches nor small bodies do', async () => {
  const first = announced(6 * MIB);
  await once(first, 'continue');
  const second = announced(6 * MIB);
  second.end(Buffer.alloc(6 * MIB, ' '));
  let isAnswered = false;
  const answer = statusOf(second).then((status) => ((isAnswered = true), status));

  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  await service.api
    .post('/api/admin/features/validate', { name: 'a-name-that-is-free' })
    .expect(200);
  expect(isAnswered).toBe(false);

  first.destroy();
  expect(await answer).toBe(400);
});

test('whatever becomes of a body, its room is free afterwards', async () => {
  const nonsense = Buffer.alloc(9 * MIB, 'x');
  for (let n = 0; n < 3; n++) {
    const broken = announced(nonsense.length);
    broken.end(nonsense);
    expect(await statusOf(broken)).toBe(400);
  }
  const left = announced(9 * MIB);
  await once(left, 'continue');
  left.destroy();
  const last = announced(9 * MIB);
  last.end(nonsense);
  expect(await statusOf(last)).toBe(400);
});

describe('the memory of bodies', () => {
  const response = (): Response =>
    Object.assign(new EventEmitter(), { closed: false }) as unknown as Response;

  test('gives one caller at most half, and admits other callers who wait behind one that has more', async () => {
    const memory = new BodyMemory(100 * MIB);
    const first = await memory.reserve('one', 50 * MIB, response());
    let isNext = false;
    const next = memory
      .reserve('one', 10 * MIB, response())
      .then((reserved) => ((isNext = true), reserved));
    await memory.reserve('two', 50 * MIB, response());
    expect(isNext).toBe(false);
    first.release();
    first.release();
    (await next).release();
  });

  test('refuses when too many requests wait, and forgets callers who disconnect', async () => {
    const memory = new BodyMemory(100 * MIB);
    const { release } = await memory.reserve('one', 50 * MIB, response());
    const responses = Array.from({ length: 200 }, response);
    const waiting = responses.map((one) =>
      memory.reserve('one', MIB, one).catch((error: unknown) => error),
    );
    await expect(memory.reserve('one', MIB, response())).rejects.toBeInstanceOf(TooManyBodiesError);
    for (const one of responses) one.emit('close');
    for (const refusal of await Promise.all(waiting))
      expect(refusal).toBeInstanceOf(TooManyBodiesError);
    release();
    await until(async () => (await memory.reserve('one', 50 * MIB, response())) !== undefined);
  });

  test('has room for small bodies that large ones cannot take', async () => {
    const memory = new BodyMemory(40 * MIB);
    for (const caller of ['one', 'two']) await memory.reserve(caller, 20 * MIB, response());
    await memory.reserve('three', 100 * 1024, response());
    await memory.reserve('one', 100 * 1024, response());
  });

  test('lets a waiting caller replace a slow sender that holds more, and no other sender', async () => {
    const memory = new BodyMemory(MIB);
    const evicted: string[] = [];
    const reserve = (caller: string) =>
      memory.reserve(caller, 64 * 1024, response(), () => evicted.push(caller));
    const arrived = await reserve('one');
    arrived.arrived();
    await reserve('one');
    await reserve('two');
    await reserve('two');
    expect(evicted).toEqual([]);

    await reserve('three');

    expect(evicted).toEqual(['one']);
    arrived.release();
  });

  test('lets a caller with fewer waiting requests replace one of a caller with more', async () => {
    const memory = new BodyMemory(100 * MIB);
    for (const caller of ['one', 'two'])
      (await memory.reserve(caller, 50 * MIB, response())).arrived();
    const refused = jest.fn();
    const many = Array.from({ length: 200 }, response);
    for (const one of many) memory.reserve('one', MIB, one).catch(refused);
    const other = response();
    const waits = memory.reserve('three', MIB, other).catch(() => 'left');
    await until(() => Promise.resolve(refused.mock.calls.length === 1));
    other.emit('close');
    expect(await waits).toBe('left');
    for (const one of many) one.emit('close');
  });
});

test('slow senders from two places do not keep others from signing in', async () => {
  // All memory for small bodies, 5 MiB.
  const sizes = [...Array<number>(25).fill(100 * 1024), 60 * 1024];
  const slow = [ADMIN_TOKEN, OTHER_TOKEN].flatMap((token) =>
    sizes.map((bytes) => announced(bytes, token, '/api/admin/features/validate')),
  );
  await Promise.all(slow.map((one) => once(one, 'continue')));

  const { status } = await service.api
    .as()
    .post('/auth/simple/login', { username: 'nobody', password: 'wrong' });

  expect(status).toBe(401);
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  for (const one of slow) one.destroy();
});
