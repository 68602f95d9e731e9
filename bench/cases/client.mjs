import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HttpConnection } from '../load/http-connection.mjs';
import { ADMIN_TOKEN } from '../service.mjs';

/** How many connections poll at the same time, one for each SDK. */
const SDKS = 32;
const BARE = fileURLToPath(new URL('../load/bare-server.mjs', import.meta.url));
const SPEC = 'Unleash-Client-Spec: 5.1.0\r\n';

/**
 * SDKs that request the features of a project in production: those that send a current ETag, and
 * those that send none, both compared with bare `node:http`; and compressed bodies with plain ones.
 * @type {import('../measure.mjs').Case[]}
 */
export const CLIENT = [
  {
    name: 'SDK, known',
    sides: ['304', 'bare'],
    atOnce: SDKS,
    prepare: (site) =>
      polling(site, async ({ etag }) => [
        ...[caller, await bareServer()].map((side) =>
          side(304, `Unleash-AppName: bench\r\nIf-None-Match: ${etag}\r\n`),
        ),
      ]),
  },
  {
    name: 'SDK, body',
    sides: ['200', 'bare'],
    atOnce: SDKS,
    prepare: (site) =>
      polling(site, async ({ gzipped }) => [
        ...[caller, await bareServer(gzipped)].map((side) =>
          side(200, 'Accept-Encoding: gzip\r\n'),
        ),
      ]),
  },
  {
    name: 'SDK, anew',
    sides: ['gzip', 'plain'],
    atOnce: SDKS,
    prepare: (site) =>
      polling(site, () => [caller(200, 'Accept-Encoding: gzip\r\n'), caller(200, '')]),
  },
];

/** A caller that sends certain headers, and fails when the status is another one. */
const caller = (status, headers) => (connection, path) => async () => {
  const answer = await connection.ask('GET', path, SPEC + headers);
  if (answer.status !== status)
    throw new Error(
      `GET ${path} was answered ${answer.status}, not ${status}: ${answer.body().slice(0, 500)}`,
    );
};

/**
 * The cheapest answer there is to the same request, for comparison: that of `node:http` alone, 304
 * or with so many bytes. @returns As {@link caller}.
 */
async function bareServer(...bytes) {
  const server = spawn(process.execPath, [BARE, ...bytes.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(server.stdout, 'data');
  // It ends with this process, which must not wait for it.
  for (const one of [server, server.stdin, server.stdout]) one.unref();
  return (status, headers) => (_, path) => {
    const connection = new HttpConnection(Number(port), { authorization: ADMIN_TOKEN });
    return caller(status, headers)(connection, path);
  };
}

async function polling(site, sides) {
  const { rows } = await site.pool.query(
    'SELECT project, count(*)::int AS features FROM feature WHERE archived_at IS NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1',
  );
  const path = `/api/client/features?environment=production&project=${rows[0].project}`;
  const connections = Array.from(
    { length: SDKS },
    () => new HttpConnection(site.service.port, { authorization: ADMIN_TOKEN }),
  );
  const first = await connections[0].ask('GET', path, SPEC);
  const etag = /\r\netag: *(\S+)/i.exec(first.head)[1];
  const zipped = await connections[0].ask('GET', path, `${SPEC}Accept-Encoding: gzip\r\n`);
  const gzipped = Number(/\r\ncontent-length: *(\d+)/i.exec(zipped.head)[1]);
  console.log(
    `  ${rows[0].features.toLocaleString('en')} features, ${Math.round(first.body().length / 1024).toLocaleString('en')} KiB`,
  );
  const callers = await sides({ etag, gzipped });
  return { callers: callers.map((side) => (n) => side(connections[n], path)) };
}
