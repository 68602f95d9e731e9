import { Agent, request } from 'node:http';
import { PASSWORD, type Person, person } from '../../../support/people.js';
import { ServiceDate } from '../../../support/service-clock.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

const LOGIN = '/auth/simple/login';
const GUESSES = 2_000;

let service: TestService;
let victim: Person;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
beforeAll(async () => {
  service = await TestService.start({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '1' });
  victim = await person(service);
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});
afterEach(() => jest.restoreAllMocks());

function guess(password: string, address: string): Promise<number> {
  const body = JSON.stringify({ username: victim.username, password });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Forwarded-For': address,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.url}${LOGIN}`,
      { method: 'POST', agent, headers },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode!));
      },
    );
    sent.on('error', reject).end(body);
  });
}

test(`${GUESSES} wrong passwords do not keep the right user out, and do not fill the log`, async () => {
  const began = performance.now();
  const statuses = new Map<number, number>();
  let left = GUESSES;
  const guessOn = async (): Promise<void> => {
    while (left-- > 0) {
      const status = await guess(`Wrong-horse-${left}`, '192.0.2.66');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 32 }, guessOn));
  // ten for each minute that the test took
  const minutes = 1 + Math.floor((performance.now() - began) / 60_000);
  expect(statuses.get(401)).toBeLessThanOrEqual(10 * minutes);
  expect(statuses.get(429)).toBe(GUESSES - statuses.get(401)!);

  // from another address at once
  expect(await guess(PASSWORD, '203.0.113.7')).toBe(200);
  const failures = (): Promise<object[]> =>
    service.sql("SELECT FROM event WHERE type = 'user-login-failed'");
  await eventually(failures, (events) => events.length > 0);
  expect((await failures()).length).toBeLessThanOrEqual(2 * minutes);

  // from the same address, which may belong to the user, after a minute
  expect(await guess(PASSWORD, '192.0.2.66')).toBe(429);
  const now = Date.now();
  jest.spyOn(ServiceDate, 'now').mockImplementation(() => now + 61_000);
  await service.sql("UPDATE attempt SET since = since - interval '61 seconds'");
  expect(await guess(PASSWORD, '192.0.2.66')).toBe(200);
}, 120_000);
