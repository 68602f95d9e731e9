import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { Api } from '../support/api.js';

let server: Server;
let url: string;

/** Answers everything with a body that no operation promises. */
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

test('what a test finds wrong with an answer fails it', async () => {
  const checked = request(url)
    .get('/')
    .expect(({ body }) => expect(body).toEqual({}));
  await expect(checked).rejects.toThrow('invented');
});
