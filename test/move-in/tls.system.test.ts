import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { Outcome } from '../support/programs.js';
import { migrate, migrateInProcess } from './support.js';

/** A self-signed certificate for `localhost`, used by this test only. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUW7Bfmpa0l1wqBTkLZ03xkXILDWAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE3MjAxMloYDzIxMjYxMDMw
MTcyMDEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ0x0a89o4at5spIZvvjNNOAYfz8uHT6E9BPBGfyV9cuZiarcmT2B+U
Oeuo2vMPyoLGINPpYAbzqmWUDFs/4aWXo2kwZzAdBgNVHQ4EFgQUbp3XgCRf7VsG
OrWLVatEf1CKluowHwYDVR0jBBgwFoAUbp3XgCRf7VsGOrWLVatEf1CKluowDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhANfPgtayGE87y6oy429N8hEoXbDgBl+19ZVZvcqy5NIXAiBCrG6447fe
NB3l19V+9j1iPBA/qUfHFkyc0QlLx17etw==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbZBF81oM/6qGbKAs
vVkGv0uKqpa/0+pTazC4E8Wg/QOhRANCAAQ0x0a89o4at5spIZvvjNNOAYfz8uHT
6E9BPBGfyV9cuZiarcmT2B+UOeuo2vMPyoLGINPpYAbzqmWUDFs/4aWX
-----END PRIVATE KEY-----`;

let folder: string;
let authority: string;
let target: TestDatabase;
const servers: Server[] = [];

beforeAll(async () => {
  target = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'feature-flag-tls-'));
  authority = path.join(folder, 'ca.pem');
  await writeFile(authority, CERTIFICATE);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
  await target.drop();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}

/** A PostgreSQL server that answers the request for TLS, and then refuses every user. */
function postgres(answer: 'S' | 'N'): Promise<number> {
  return portOf(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(answer);
        if (answer === 'N') return;
        const secure = new TLSSocket(socket, { isServer: true, cert: CERTIFICATE, key: KEY });
        secure.on('error', () => {});
        secure.once('data', () => secure.end(refusal('28P01', 'password authentication failed')));
      });
    }),
  );
}

/** An ErrorResponse message of the PostgreSQL protocol. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const moveFrom = (port: number, parameters: string): Promise<Outcome> =>
  migrate(target.url, '--database', `postgres://me:hidden@localhost:${port}/unleash${parameters}`);

describe('a database that offers TLS', () => {
  let port: number;
  beforeAll(async () => {
    port = await postgres('S');
  });

  test.each(['verify-full', 'require'])('is not trusted by sslmode=%s alone', async (mode) => {
    const { code, err } = await moveFrom(port, `?sslmode=${mode}`);
    expect(code).toBe(2);
    expect(err).toMatch(/cannot be read: self-signed certificate\. Add sslrootcert=/);
    expect(err).not.toContain('hidden');
  });

  test('is trusted with the authority of its certificate', async () => {
    const { code, err } = await moveFrom(port, `?sslmode=verify-full&sslrootcert=${authority}`);
    expect(code).toBe(2);
    expect(err).toMatch(/password authentication failed\. Check user, password and database/);
  });

  test('needs a file with the authority that exists', async () => {
    const { err } = await moveFrom(port, `?sslrootcert=${folder}/nothing.pem`);
    expect(err).toMatch(/no such file or directory.*\. Check the paths in --database\./);
  });
});

test('a database without TLS is refused when TLS is wanted', async () => {
  const { code, err } = await moveFrom(await postgres('N'), '?sslmode=verify-full');
  expect(code).toBe(2);
  expect(err).toMatch(/does not support SSL connections\. Remove sslmode from --database\./);
});

test('an API with a private certificate needs its authority', async () => {
  const port = await portOf(
    createHttpsServer({ cert: CERTIFICATE, key: KEY }, (_, response) =>
      response.writeHead(401).end(),
    ),
  );
  const args = ['--url', `https://localhost:${port}`, '--token', 'x'];
  const unknown = await migrate(target.url, ...args);
  expect(unknown.err).toMatch(
    /does not answer: self-signed certificate\. Set NODE_EXTRA_CA_CERTS /,
  );
  const trusting = { NODE_EXTRA_CA_CERTS: authority };
  const known = await migrateInProcess(trusting, target.url, ...args);
  expect(known.code).toBe(2);
  expect(known.err).toMatch(/^Unleash refuses the token \(401\)/);
});
