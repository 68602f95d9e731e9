import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Api } from '../support/api.js';
import { HttpCall } from '../support/http-call.mjs';

let server: Server;
let url: string;

/** A server whose responses match no operation. */
beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"invented":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('an answer that is not as documented fails the test that asked for it', async () => {
  await expect(new Api(url).get('/api/admin/projects').expect(200)).rejects.toThrow(
    'is not as documented',
  );
});

test('a response that differs from OpenAPI fails its test', async () => {
  const checked = new HttpCall('GET', url).expect(({ body }) => expect(body).toEqual({}));
  await expect(checked).rejects.toThrow('invented');
});

test.each([
  ['status', (call: HttpCall) => call.expect(404), 'expected 404 "Not Found", got 200 "OK"'],
  [
    'text',
    (call: HttpCall) => call.expect(200, ''),
    'expected the text "", got "{"invented":true}"',
  ],
  [
    'header',
    (call: HttpCall) => call.expect('Content-Type', 'text/csv'),
    'expected the header Content-Type to be "text/csv", got "application/json"',
  ],
])('another %s than expected fails the test, at its line', async (_, expecting, message) => {
  const error = await expecting(new HttpCall('GET', url)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringContaining(message),
    stack: expect.stringContaining('harness.test.ts'),
  });
});

test('requests one after the other share a connection', async () => {
  let connections = 0;
  const asked = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(asked, 'listening');
  asked.on('connection', () => connections++);
  const { port } = asked.address() as AddressInfo;
  for (let n = 0; n < 3; n++) await new HttpCall('GET', `http://127.0.0.1:${port}`).expect(200);
  asked.close();
  expect(connections).toBe(1);
});
