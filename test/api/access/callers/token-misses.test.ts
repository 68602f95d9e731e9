import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Response } from '../../../support/api.js';
import { SecretIndex } from '../../../../src/core/auth/limits/secret-index.js';
import { hashOf } from '../../../../src/core/auth/caller/secret-hash.js';
import { PASSWORD, person } from '../../../support/people.js';
import { sentName } from '../../../support/sent-statements.js';
import { ServiceDate } from '../../../support/service-clock.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

const LIMIT = 20;
const ME = '/api/admin/user';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    TOKEN_MISS_LIMIT_PER_MINUTE: String(LIMIT),
    TRUST_PROXY: '1',
  });
});
afterAll(() => service.stop());
/** Time does not pass, so that no limit recovers during a test. */
beforeEach(() => {
  const now = Date.now();
  jest.spyOn(ServiceDate, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

let hosts = 0;
/** An unused address. */
const newAddress = (): string => `198.51.100.${++hosts}`;
const guess = (): string => `default:development.${randomBytes(28).toString('hex')}`;
const validate = (tokens: string[], address: string): Promise<Response> =>
  service.api.as().post('/edge/validate', { tokens }).set('X-Forwarded-For', address).then();
const get = (
  path: string,
  address: string,
  by: { token?: string; cookie?: string },
): Promise<Response> => service.api.as(by).get(path).set('X-Forwarded-For', address).then();

/** Names of the sent statements that look for secrets. */
async function lookupsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  await work();
  const names = query.mock.calls.map(([first]) => sentName(first));
  query.mockRestore();
  return names.filter((name) =>
    /^(caller-lookup|session-lookup|edge-tokens|secret-index)\./.test(name),
  );
}

/** Uses up the attempts of an address. */
async function exhaust(address: string): Promise<void> {
  for (let i = 0; i < LIMIT; i++)
    expect((await get(ME, address, { token: guess() })).status).toBe(401);
  expect((await get(ME, address, { token: guess() })).status).toBe(429);
}

test('50,000 guesses of an address are refused, at the price of a few statements', async () => {
  const address = newAddress();
  const tokens = Array.from(
    { length: 50_000 },
    (_, i) => `default:development.${String(i).padStart(16, '0')}`,
  );
  let answered = 0;
  const lookups = await lookupsOf(async () => {
    for (let i = 0; i < tokens.length; i += 500) {
      const { status } = await validate(tokens.slice(i, i + 500), address);
      if (status === 200) answered += 500;
      else expect(status).toBe(429);
    }
  });
  expect(answered).toBe(0);
  expect(lookups).toEqual(['secret-index.read']);
  const { text, headers } = await validate([tokens[0]!, ...tokens.slice(1, LIMIT + 1)], address);
  expect(text).toBe('Too many unknown tokens came from this address. Try again later.');
  expect(headers).toMatchObject({
    'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
    'ratelimit-policy': '20;w=60',
  });
  await validate(Array.from({ length: 501 }, guess), address).then(({ status }) =>
    expect(status).toBe(400),
  );
});

test('few wrong tokens among right ones are answered, and right ones never count', async () => {
  const address = newAddress();
  const right = [CLIENT_TOKEN, FRONTEND_TOKEN, ADMIN_TOKEN];
  for (let i = 0; i < LIMIT * 2; i++)
    expect((await validate(right, address)).body.tokens).toHaveLength(3);
  const mixed = await validate([...right, ...Array.from({ length: LIMIT }, guess)], address);
  expect(mixed.body.tokens).toHaveLength(3);
  expect((await validate([guess()], address)).status).toBe(429);
  expect((await validate(right, address)).body.tokens).toHaveLength(3);
});

test('unknown tokens and cookies of an address are refused by every API, most without asking PostgreSQL', async () => {
  const address = newAddress();
  const paths = [ME, '/api/client/features', '/api/frontend', '/api/admin/nothing'];
  const statuses: number[] = [];
  const lookups = await lookupsOf(async () => {
    for (let i = 0; i < LIMIT * 5; i++) {
      const by =
        i % 5 === 4
          ? { cookie: `unleash-session=${randomBytes(32).toString('base64url')}` }
          : { token: guess() };
      statuses.push((await get(paths[i % 4]!, address, by)).status);
    }
  });
  expect(statuses.slice(0, LIMIT)).toEqual(Array(LIMIT).fill(401));
  expect(statuses.slice(LIMIT)).toEqual(Array(LIMIT * 4).fill(429));
  expect(lookups.filter((name) => name !== 'secret-index.read')).toHaveLength(LIMIT);
  expect(
    (
      await service.api
        .as({ token: guess() })
        .post('/ofrep/v1/evaluate/flags', {})
        .set('X-Forwarded-For', address)
    ).status,
  ).toBe(429);
  expect((await get(ME, newAddress(), { token: guess() })).status).toBe(401);
});

test('a valid token or session works from an address over its limit, also when it is used for the first time', async () => {
  const address = newAddress();
  await exhaust(address);
  const made = await service.api
    .post('/api/admin/api-tokens', { tokenName: 'new', type: 'client' })
    .expect(201);
  expect((await get('/api/client/features', address, { token: made.body.secret })).status).toBe(
    200,
  );
  expect((await get(ME, address, { token: ADMIN_TOKEN })).status).toBe(200);
  const { username } = await person(service);
  const login = await service.api
    .as()
    .post('/auth/simple/login', { username, password: PASSWORD })
    .set('X-Forwarded-For', address);
  const cookie = login.headers['set-cookie']![0]!.split(';')[0]!;
  expect((await get(ME, address, { cookie })).status).toBe(200);
  const pat = { description: 'mine', expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  const { body } = await service.api.as({ cookie }).post(`${ME}/tokens`, pat).expect(201);
  expect((await get(ME, address, { token: body.secret })).status).toBe(200);
  expect((await get(ME, address, { token: guess() })).status).toBe(429);
});

test('one wrong token that is sent again and again is refused from memory, and counts once', async () => {
  const [address, token] = [newAddress(), guess()];
  const lookups = await lookupsOf(async () => {
    for (let i = 0; i < LIMIT * 3; i++)
      expect((await get(ME, address, { token })).status).toBe(401);
  });
  expect(lookups).toHaveLength(1);
});

test('requests that come at once with the same token are one lookup', async () => {
  const { body } = await service.api
    .post('/api/admin/api-tokens', { tokenName: 'herd', type: 'client' })
    .expect(201);
  const lookups = await lookupsOf(() =>
    Promise.all(
      Array.from({ length: 30 }, () =>
        get('/api/client/nothing', '192.0.2.200', { token: body.secret }),
      ),
    ),
  );
  expect(lookups).toHaveLength(1);
});

test('metrics count how lookups of unknown tokens ended', async () => {
  const address = newAddress();
  const figures = async (): Promise<Record<string, number>> => {
    const { text } = await service.api.as().get('/internal-backstage/prometheus');
    const lines = [...text.matchAll(/^token_misses_total\{outcome="(\w+)"\} (\d+)/gm)];
    return Object.fromEntries(lines.map(([, outcome, count]) => [outcome, Number(count)]));
  };
  const before = await figures();
  await exhaust(address);
  const after = await figures();
  expect(after['unknown']! - before['unknown']!).toBe(LIMIT);
  expect(after['limited']! - before['limited']!).toBe(1);
});

test('the index finds what it holds and nothing else', () => {
  const hashes = Array.from({ length: 1000 }, (_, i) => hashOf(`secret ${i}`)).sort((a, b) =>
    a.compare(b),
  );
  const index = new SecretIndex(Buffer.concat(hashes.map((hash) => hash.subarray(0, 8))), true);
  expect(hashes.every((hash) => index.mayHold(hash))).toBe(true);
  expect(
    Array.from({ length: 1000 }, (_, i) => index.mayHold(hashOf(`other ${i}`))).some(Boolean),
  ).toBe(false);
  expect(new SecretIndex(Buffer.alloc(0), true).mayHold(hashes[0]!)).toBe(false);
  expect(new SecretIndex(Buffer.alloc(0), false).mayHold(hashes[0]!)).toBe(true);
});
