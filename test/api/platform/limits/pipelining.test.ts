import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expectResponsive } from '../../../support/event-loop.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

/** Tests that requests which arrive together on one connection are served one after the other. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const request = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ADMIN_TOKEN}\r\n\r\n`;

/** Sends a text on a connection, and returns what is received until the connection ends. */
function exchange(text: string, isEnough: (received: string) => boolean): Promise<string> {
  const { port } = service.service.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let received = '';
  socket.on('data', (data) => {
    received += data.toString();
    if (isEnough(received)) socket.destroy();
  });
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(received)));
}

const statusesIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!);

test('a few requests that are sent together are answered in their order', async () => {
  const paths = ['/health', '/api/admin/user', '/nothing', '/ready', '/api/admin/environments'];
  const received = await exchange(
    paths.map(request).join(''),
    (text) => statusesIn(text).length === paths.length && text.trimEnd().endsWith('}'),
  );
  expect(statusesIn(received)).toEqual(['200', '200', '404', '200', '200']);
});

test('a request with a body is read after the one before it', async () => {
  const body = JSON.stringify({ name: 'a-free-name' });
  const received = await exchange(
    `${request('/api/admin/user')}POST /api/admin/features/validate HTTP/1.1\r\nHost: localhost\r\n` +
      `Authorization: ${ADMIN_TOKEN}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}${request('/health')}`,
    (text) => statusesIn(text).length === 3,
  );
  expect(statusesIn(received)).toEqual(['200', '200', '200']);
});

test('thousands of requests that are sent together end the connection, and delay nobody', async () => {
  await expectResponsive(async () => {
    const received = await exchange(request('/health').repeat(5_000), () => false);
    expect(statusesIn(received).length).toBeLessThan(20);
    await service.api.get('/health').expect(200);
  });
});
