import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

const REQUEST_MS = 1_000;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ HTTP_REQUEST_SECONDS: '1', HTTP_KEEP_ALIVE_SECONDS: '30' });
});
afterAll(() => service.stop());

/**
 * Sends a text at once, and then one byte after the other until the connection is closed.
 * @returns The response, and the time until then.
 */
async function dribble(start: string): Promise<{ answer: string; took: number }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (text: Buffer) => (answer += text.toString()));
  const began = performance.now();
  const closed = once(socket, 'close');
  socket.write(start);
  const timer = setInterval(() => socket.write(' '), 50);
  await closed;
  clearInterval(timer);
  return { answer, took: performance.now() - began };
}

test.each([
  ['its headers', 'POST /api/admin/projects HTTP/1.1\r\nHost: flags\r\nX-Long:'],
  [
    'its body',
    `POST /api/admin/projects/default/features HTTP/1.1\r\nHost: flags\r\nAuthorization: ${ADMIN_TOKEN}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{',
  ],
])('who sends %s byte by byte is cut off', async (_, start) => {
  const { answer, took } = await dribble(start);

  expect(took).toBeGreaterThanOrEqual(REQUEST_MS - 50);
  expect(answer).toMatch(/^(HTTP\/1.1 4\d\d |$)/);
});

test('a connection is kept for longer than senders are waited for, and than load balancers keep one', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<{ port: number | undefined; keepAlive: string | undefined }> =>
    new Promise((resolve, reject) => {
      const request = http.get(`${service.url}/health`, { agent }, (response) => {
        const { localPort: port } = response.socket;
        response
          .resume()
          .once('end', () =>
            resolve({ port, keepAlive: response.headers['keep-alive'] as string | undefined }),
          );
      });
      request.once('error', reject);
    });
  const first = await ask();
  await sleep(REQUEST_MS + 1_500); // after the next check for slow senders
  const second = await ask();
  agent.destroy();

  expect(second.port).toBe(first.port);
  expect(first.keepAlive).toBe('timeout=30');
  // Load balancers of AWS, Azure and nginx keep connections for 60 s or longer; that of Google
  // needs a setting.
  expect(loadConfig({}).http).toMatchObject({ keepAliveMs: 75_000, requestMs: 10_000 });
});
