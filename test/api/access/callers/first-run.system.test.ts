import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { Service } from '../../../../src/service.js';
import { Api } from '../../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';

const TOKENS = '/api/admin/api-tokens';
const LOGIN = '/auth/simple/login';
const ME = '/api/admin/user';

let database: TestDatabase;
let running: Running[];
beforeEach(async () => {
  [database, running] = [await createTestDatabase(), []];
});
afterEach(async () => {
  for (const service of running) await service.stop();
  await database.drop();
});

/** The running service with everything that it prints. */
class Running {
  private constructor(
    readonly api: Api,
    private readonly printed: string[],
    private readonly end: () => Promise<unknown>,
  ) {}

  /** Starts it as a separate process, as users do, and waits until it listens or has failed. */
  static async startProcess(environment: NodeJS.ProcessEnv = {}, at?: number): Promise<Running> {
    const port = at ?? (await freePort());
    const main = join(process.env['TEST_COMPILED']!, 'src/main.js');
    const env = { PATH: process.env['PATH'], ...environmentWith(environment), PORT: String(port) };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const service = new Running(new Api(`http://127.0.0.1:${port}`), [], async () => {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    });
    running.push(service);
    await new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          service.printed.push(text);
          if (service.output.includes('"Listening on')) resolve();
        });
      }
      child.on('close', () => resolve());
    });
    return service;
  }

  /**
   * Starts it in this process, which takes a tenth of the time.
   * @throws The error of the start.
   */
  static async start(environment: NodeJS.ProcessEnv = {}): Promise<Running> {
    const printed: string[] = [];
    const output = { write: (text: string) => printed.push(text) };
    const started = await Service.start(
      loadConfig({ ...environmentWith(environment), PORT: '0' }),
      { output },
    );
    const { port } = started.app.getHttpServer().address() as AddressInfo;
    let ended: Promise<void> | undefined;
    const stop = (): Promise<void> => (ended ??= started.stop('the end of the test'));
    const service = new Running(new Api(`http://127.0.0.1:${port}`), printed, stop);
    running.push(service);
    return service;
  }

  async stop(): Promise<void> {
    await this.end();
  }

  get output(): string {
    return this.printed.join('');
  }

  /** The log, one JSON object per line. */
  get log(): string {
    return this.lines(true);
  }

  /** What was printed besides the log. */
  get news(): string {
    return this.lines(false);
  }

  private lines(ofLog: boolean): string {
    const lines = this.output
      .split('\n')
      .filter((line) => line !== '' && line.startsWith('{"') === ofLog);
    return lines.join('\n');
  }
}

const environmentWith = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.url,
  HTTP_HOST: '127.0.0.1',
  LOG_LEVEL: 'trace',
  ...environment,
});

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows: string[] = [];
    for (const { name } of tables.rows)
      rows.push(
        ...(await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows.map(
          (r) => r.row,
        ),
      );
    return rows.join('\n');
  } finally {
    await client.end();
  }
}

/** The forms in which a secret could have been stored or logged. */
const formsOf = (secret: string): string[] => [
  secret,
  ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(secret).toString(form)),
];

function expectNoneIn(text: string, secrets: string[]): void {
  expect(text.length).toBeGreaterThan(100);
  for (const secret of secrets)
    for (const form of formsOf(secret)) expect(text).not.toContain(form);
}

const cookieOf = (headers: Record<string, string>): string =>
  (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;

describe('a new instance that was given nothing', () => {
  test('prints a password and an admin token once, which work, and which nothing else ever shows', async () => {
    const first = await Running.startProcess();
    const [, password, token] = /user name admin, password (\S+)\nAdmin token: +(\S+)$/m.exec(
      first.news,
    )!;
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(token).toMatch(/^\*:\*\.[0-9a-f]{56}$/);

    const { headers } = await first.api.post(LOGIN, { username: 'admin', password }).expect(200);
    const cookie = cookieOf(headers as Record<string, string>);
    await first.api.as({ cookie }).get(ME).expect(200);
    const { body } = await first.api
      .as({ token })
      .post(TOKENS, { tokenName: 'mine', type: 'client', environment: 'development' })
      .expect(201);
    await first.api.post(LOGIN, { username: 'admin', password: `${password}x` }).expect(401);
    await first.api.as({ token: body.secret }).get('/api/client/nothing').expect(404);
    await first.api
      .as({ token })
      .put(`${TOKENS}/${body.secret}`, { expiresAt: '2040-01-01T00:00:00Z' })
      .expect(200);
    await first.stop();
    const secrets = [
      password!,
      token!.split('.')[1]!,
      body.secret.split('.')[1] as string,
      cookie.split('=')[1]!,
    ];
    expectNoneIn(await dump(), secrets);
    expectNoneIn(first.log, secrets);

    const second = await Running.start();
    expect(second.news).toBe('');
    await second.api.as({ token }).get(ME).expect(200);
    await second.api.post(LOGIN, { username: 'admin', password }).expect(200);
    await second.stop();
    expectNoneIn(second.output, secrets);
  });

  test('prints them even if it cannot listen then', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const failed = await Running.startProcess({}, port);
    server.close();
    const [, token] = /Admin token: +(\S+)$/m.exec(failed.news)!;
    const second = await Running.start();
    await second.api.as({ token }).get(ME).expect(200);
  });
});

describe('a new instance that was given a password and tokens', () => {
  const given = {
    UNLEASH_DEFAULT_ADMIN_USERNAME: 'chief',
    UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Given-password-1',
    INIT_ADMIN_API_TOKENS: '*:*.given-admin-secret',
    INIT_CLIENT_API_TOKENS:
      'default:development.given-client-secret, *:production.given-client-secret',
    INIT_FRONTEND_API_TOKENS: '*:development.given-frontend-secret',
  };

  test('uses them, and prints nothing', async () => {
    const service = await Running.start(given);
    expect(service.news).toBe('');
    await service.api
      .post(LOGIN, { username: 'chief', password: given.UNLEASH_DEFAULT_ADMIN_PASSWORD })
      .expect(200);
    const { body } = await service.api
      .as({ token: given.INIT_ADMIN_API_TOKENS })
      .get(TOKENS)
      .expect(200);
    const shown = (body.tokens as Record<string, string>[]).map(
      (t) => `${t['type']} ${t['secret']!.split('-')[0]} ${t['tokenName']}`,
    );
    expect(shown.sort()).toEqual([
      'admin *:*.**** admin',
      'client *:production.**** admin',
      'client default:development.**** admin',
      'frontend *:development.**** admin',
    ]);
    await service.stop();
    const secrets = [
      'Given-password-1',
      'given-admin-secret',
      'given-client-secret',
      'given-frontend-secret',
    ];
    expectNoneIn(await dump(), secrets);
    expectNoneIn(service.output, secrets);
  });

  test('prints what it was not given', async () => {
    const service = await Running.start({ ...given, UNLEASH_DEFAULT_ADMIN_PASSWORD: undefined });
    expect(service.news).toContain('user name chief, password ');
    expect(service.news).not.toContain('Admin token');
  });

  test('says which variable is wrong when a token is for what does not exist, and starts nothing', async () => {
    const service = await Running.startProcess({
      ...given,
      INIT_CLIENT_API_TOKENS: 'default:nosuch.given-client-secret',
    });
    expect(service.news).toBe(
      'The configuration cannot be used:\n  INIT_CLIENT_API_TOKENS: There is no environment "nosuch".',
    );
    expectNoneIn(await dump(), ['chief', 'given-client-secret']);
    const unclear = Running.start({
      ...given,
      INIT_CLIENT_API_TOKENS: '[]:development.given-client-secret',
    });
    await expect(unclear).rejects.toThrow(
      'INIT_CLIENT_API_TOKENS must be tokens of one project, or * for all projects',
    );
  });
});

test('a password that the password rules refuse stops the start, and nothing is made; unless weak secrets are allowed', async () => {
  const weak = {
    UNLEASH_DEFAULT_ADMIN_PASSWORD: 'unleash4all',
    INIT_ADMIN_API_TOKENS: '*:*.given-admin-secret',
  };
  const refused = await Running.start(weak).then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(refused).toMatch(
    /^The configuration cannot be used:\n {2}UNLEASH_DEFAULT_ADMIN_PASSWORD is too weak\. .+ For tests, ALLOW_WEAK_SECRETS=true allows it\.$/,
  );
  expect(refused).not.toContain('unleash4all');
  expectNoneIn(await dump(), ['given-admin-secret', 'unleash4all']);
  const allowed = await Running.start({ ...weak, ALLOW_WEAK_SECRETS: 'true' });
  await allowed.api.post(LOGIN, { username: 'admin', password: 'unleash4all' }).expect(200);
});

describe('the tokens of the configuration', () => {
  const ADMIN = '*:*.given-admin-secret';
  const [OLD, NEW] = [
    'default:development.the-old-client-secret',
    'default:development.the-new-client-secret',
  ];

  async function withService<T>(clientTokens: string, work: (api: Api) => Promise<T>): Promise<T> {
    const environment = {
      INIT_ADMIN_API_TOKENS: ADMIN,
      INIT_CLIENT_API_TOKENS: clientTokens,
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Given-password-1',
    };
    const config = loadConfig({
      ...environment,
      PORT: '0',
      HTTP_HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
    });
    const service = await Service.start(config);
    try {
      return await work(
        new Api(`http://127.0.0.1:${(service.app.getHttpServer().address() as AddressInfo).port}`),
      );
    } finally {
      await service.stop('the end of the test');
    }
  }

  test('are added also to an instance that has been running, but one that was revoked does not come back', async () => {
    const letsIn = async (api: Api, token: string): Promise<boolean> =>
      (await api.as({ token }).get('/api/client/nothing')).status === 404;
    await withService(OLD, async (api) => {
      expect([await letsIn(api, OLD), await letsIn(api, NEW)]).toEqual([true, false]);
      await api.as({ token: ADMIN }).delete(`${TOKENS}/${OLD}`).expect(200);
    });
    await withService(`${OLD},${NEW}`, async (api) =>
      expect([await letsIn(api, OLD), await letsIn(api, NEW)]).toEqual([false, true]),
    );
    await withService(`${OLD},${NEW}`, async (api) => {
      const { body } = await api.as({ token: ADMIN }).get(TOKENS).expect(200);
      expect(body.tokens).toHaveLength(2);
    });
  });
});
