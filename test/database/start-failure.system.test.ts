import { connect, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { main as administrate } from '../../admin/admin.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { DatabaseStartError } from '../../src/platform/database/start-failure.js';
import { ListenError } from '../../src/platform/http/listen-error.js';
import { Service } from '../../src/service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runProgram, startProcess } from '../support/programs.js';
import { eventually } from '../support/waiting.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOBODY = 'postgres://me:secret-word@127.0.0.1:1/flags';

/** The address of the test database with other parts. */
function addressWith(parts: Partial<Pick<URL, 'username' | 'password' | 'port' | 'pathname'>>) {
  return Object.assign(new URL(database.url), parts).href;
}

interface Failure {
  error: unknown;
  message: string;
  seconds: number;
}

/** Why a service does not start with these settings. */
async function failureOf(environment: NodeJS.ProcessEnv): Promise<Failure> {
  const began = performance.now();
  const config = loadConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment });
  const error: unknown = await Service.start(config).then(
    async (service) => service.stop('the end of the test'),
    (reason: unknown) => reason,
  );
  const seconds = (performance.now() - began) / 1000;
  return { error, message: (error as Error | undefined)?.message ?? 'started', seconds };
}

describe('a start says what is wrong and what to do', () => {
  test('when the database is missing', async () => {
    const { error, message, seconds } = await failureOf({
      DATABASE_URL: addressWith({ pathname: '/no_such_database' }),
    });
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect(message).toMatch(/^PostgreSQL at \S+, database "no_such_database", user/);
    expect(message).toContain('CREATE DATABASE');
    expect(seconds).toBeLessThan(15);
  });

  test('when the user or the password is wrong, without showing it', async () => {
    // Servers that trust this machine ask for no password, but know their users.
    const wrong = { username: 'nobody_here', password: 'wrong-word' };
    const { message } = await failureOf({ DATABASE_URL: addressWith(wrong) });
    expect(message).toContain('refuses the user or the password');
    expect(message).not.toContain('wrong-word');
  });

  test('when the server has no TLS', async () => {
    const { message } = await failureOf({ DATABASE_URL: database.url, DATABASE_SSL: 'true' });
    expect(message).toContain('DATABASE_SSL=false');
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['an address of another machine', { HTTP_HOST: '192.0.2.1' }, 'Correct HTTP_HOST'],
    ['an unknown name', { HTTP_HOST: 'no-such-host.invalid' }, 'Correct HTTP_HOST'],
  ])('when it shall listen on %s', async (_, environment, advice) => {
    const { error, message } = await failureOf({ DATABASE_URL: database.url, ...environment });
    expect(error).toBeInstanceOf(ListenError);
    expect(message).toContain(advice);
  });

  test('when another process listens on a port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    for (const [name, others] of [['PORT', {}] as const, ['OPERATIONS_PORT', {}] as const]) {
      const { message } = await failureOf({
        DATABASE_URL: database.url,
        HTTP_HOST: '127.0.0.1',
        ...others,
        [name]: String(port),
      });
      expect(message).toBe(
        `Cannot listen on port ${port} (${name}) of 127.0.0.1. ` +
          'Another process listens there. Stop it, or choose another port.',
      );
    }
    taken.close();
  });

  test('when the folder of the embedded database cannot be created', async () => {
    const { message, seconds } = await failureOf({ EMBEDDED_DATABASE_DIR: '/proc/no/such' });
    expect(message).toContain('/proc/no/such for the database cannot be created');
    expect(seconds).toBeLessThan(10);
  });
});

test('a start waits for a server that is being started, and says so at once', async () => {
  const { hostname, port } = new URL(database.url);
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const { port: late } = reserved.address() as { port: number };
  reserved.close();
  await once(reserved, 'close');
  let output = '';
  const config = loadConfig({
    PORT: '0',
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATABASE_URL: addressWith({ port: String(late) }),
  });
  const starting = Service.start(config, { output: { write: (text) => (output += text) } });
  let server: Server | undefined;
  try {
    await eventually(
      async () => output,
      (text) => text.includes('Nothing listens there. Start PostgreSQL'),
    );
    expect(output).toContain('Trying again for 30 s.');
    server = createServer((socket) => {
      const other = connect(Number(port), hostname);
      socket.on('error', () => other.destroy());
      other.on('error', () => socket.destroy());
      socket.pipe(other).pipe(socket);
    }).listen(late, '127.0.0.1');
  } finally {
    await (await starting).stop('the end of the test');
    server?.close();
  }
});

describe('a command says what is wrong and what to do', () => {
  test.each([[['verify']], [['counts']]])('admin %s', async (args) => {
    const { code, err } = await runProgram(administrate, args, { DATABASE_URL: NOBODY });
    expect(code).toBe(2);
    expect(err).toContain(
      'PostgreSQL at 127.0.0.1:1, database "flags", user "me", cannot be used.',
    );
    expect(err).toContain('Nothing listens there.');
    expect(err).not.toContain('secret-word');
  });

  test('also about misspelt settings', async () => {
    const { err } = await runProgram(administrate, ['counts'], {
      DATABASE_URL: NOBODY,
      DATABASE_POOL: '1',
    });
    expect(err).toContain('The nearest name is DATABASE_POOL_MAX.');
  });
});

test('a service that cannot start ends with one line, and no stack', async () => {
  const { code, err } = await startProcess('src/main.js', [], {
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_SSL: 'true',
  }).ended;
  expect(code).toBe(1);
  expect(err.trim().split('\n')).toHaveLength(1);
});
