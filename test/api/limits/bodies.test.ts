import { EventEmitter, once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { BodyMemory } from '../../../src/http/body/body-memory.js';
import { TooManyBodiesError } from '../../../src/http/http.errors.js';
import { at } from '../../support/api.js';
import { ADMIN_TOKEN, TestService } from '../../support/service.js';
import { until } from '../../support/waiting.js';

/**
 * That the bodies of many requests at the same time take a limited amount of memory, whoever sends
 * them.
 */

const MIB = 1024 * 1024;
const PATH = '/api/admin/features-batch/validate';

let service: TestService;
let feature: string;
beforeAll(async () => {
  service = await TestService.start({ REQUEST_BODIES_MB: '20' });
  feature = await service.given.feature({ enabledIn: ['production'] });
});
afterAll(() => service.stop());

/** A request whose body has been announced and not been sent. */
function announced(bytes: number): ClientRequest {
  const { port } = service.service.app.getHttpServer().address() as AddressInfo;
  const headers = {
    authorization: ADMIN_TOKEN,
    'content-type': 'application/json',
    'content-length': bytes,
    expect: '100-continue',
  };
  const sent = request({ port, method: 'POST', path: PATH, headers });
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

  test('gives one caller half, and lets others pass who wait behind one that has too much', async () => {
    const memory = new BodyMemory(100);
    const release = await memory.reserve('one', 50, response());
    let isNext = false;
    const next = memory.reserve('one', 10, response()).then((free) => ((isNext = true), free));
    await memory.reserve('two', 50, response());
    expect(isNext).toBe(false);
    release();
    release();
    (await next)();
  });

  test('refuses when too many wait, and forgets who hangs up', async () => {
    const memory = new BodyMemory(100);
    const release = await memory.reserve('one', 50, response());
    const responses = Array.from({ length: 200 }, response);
    const waiting = responses.map((one) =>
      memory.reserve('one', 1, one).catch((error: unknown) => error),
    );
    await expect(memory.reserve('one', 1, response())).rejects.toBeInstanceOf(TooManyBodiesError);
    for (const one of responses) one.emit('close');
    for (const refusal of await Promise.all(waiting))
      expect(refusal).toBeInstanceOf(TooManyBodiesError);
    release();
    await until(async () => (await memory.reserve('one', 50, response())) !== undefined);
  });
});
