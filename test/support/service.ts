import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { Database } from '../../src/platform/database/database.js';
import type { Statement } from '../../src/platform/database/statement.js';
import { enforceLockOrder } from '../../src/core/event/lock-order.js';
import { Service, type StartOptions } from '../../src/service.js';
import { Api } from './api.js';
import { createTestDatabase, preparedDatabase } from './database.js';
import { Given } from './given.js';
import { until } from './waiting.js';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-tests';
export const CLIENT_TOKEN = 'default:development.client-token-of-the-tests';
export const FRONTEND_TOKEN = 'default:development.frontend-token-of-the-tests';
export const ADMIN_PASSWORD = 'Password-of-the-tests-1';

/**
 * Environment variables with the address of a database. With TEST_POOLER_URL they lead through the
 * pooler, and the direct address is added.
 */
function addresses(databaseUrl: string): NodeJS.ProcessEnv {
  const pooler = process.env['TEST_POOLER_URL'];
  const { host, pathname } = new URL(databaseUrl);
  // Servers that tests start have no pooler in front of them.
  if (!pooler || host !== new URL(process.env['TEST_SERVER_URL']!).host)
    return { DATABASE_URL: databaseUrl };
  const pooled = new URL(pooler);
  pooled.pathname = pathname;
  return { DATABASE_URL: pooled.href, DATABASE_URL_DIRECT: databaseUrl };
}

/** Names of variables that decide what the first start writes into the database. */
const FIRST_START = /^(?:INIT_|UNLEASH_DEFAULT_|ENCRYPTION_|SIGNING_|TOKEN_SECRETS_|DATABASE_URL)/;

/** The service on its own database and a free port. */
export class TestService {
  /** For {@link sql}; opened when it is first needed. */
  private connections?: Pool;

  private constructor(
    readonly service: Service,
    /** The URL of the database, for another instance. */
    readonly databaseUrl: string,
    private readonly end: () => Promise<void>,
  ) {}

  /**
   * Starts it on a database that contains what the first start makes, and nothing else: a new one,
   * or that of an earlier file, which was reset.
   */
  static async start(environment: NodeJS.ProcessEnv = {}): Promise<TestService> {
    const isUsual = !Object.keys(environment).some((name) => FIRST_START.test(name));
    const database = await (isUsual
      ? preparedDatabase(TestService.startOnce)
      : createTestDatabase());
    return TestService.on(database.url, () => database.drop(), environment);
  }

  /**
   * Makes what the first start makes, such as tokens, an administrator and a key to sign with.
   * Directly, since a pooler would keep sessions in the database, which could then not be cloned.
   */
  private static async startOnce(this: void, databaseUrl: string): Promise<void> {
    const direct = { DATABASE_URL: databaseUrl };
    await (await TestService.on(databaseUrl, async () => {}, direct)).stop();
  }

  /**
   * Starts another instance on the same database. Stop it before this one, which drops the
   * database.
   */
  beside(environment: NodeJS.ProcessEnv = {}): Promise<TestService> {
    return TestService.on(this.databaseUrl, async () => {}, environment);
  }

  /** Starts it on a database that the caller manages. */
  static async on(
    databaseUrl: string,
    dropDatabase: () => Promise<void>,
    environment: NodeJS.ProcessEnv = {},
    options: StartOptions = {},
  ): Promise<TestService> {
    enforceLockOrder();
    const service = await Service.start(
      loadConfig({
        PORT: '0',
        HTTP_HOST: '127.0.0.1',
        ...addresses(databaseUrl),
        DATABASE_POOL_MAX: '11',
        LOG_LEVEL: 'silent',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
        INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
        INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
        UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD,
        SIMPLE_LOGIN_LIMIT_PER_MINUTE: '100000',
        CREATE_USER_RATE_LIMIT_PER_MINUTE: '100000',
        PERSONAL_TOKEN_MAX_DAYS: '36500',
        TOKEN_MISS_LIMIT_PER_MINUTE: '100000',
        ENCRYPTION_KEY: 'a-key-of-all-tests-that-name-no-other',
        TOKEN_SECRETS_READABLE: 'false',
        DRILL_INTERVAL_SECONDS: '0',
        ...environment,
      }),
      options,
    );
    return new TestService(service, databaseUrl, async () => {
      await service.stop('the end of the test');
      await dropDatabase();
    });
  }

  /** Stops it. Its database is dropped, or reset for the next file. */
  async stop(): Promise<void> {
    await this.connections?.end();
    await this.end();
  }

  get url(): string {
    const { port } = this.service.app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** The API with an admin token; see {@link Api.as} for others. */
  get api(): Api {
    return new Api(this.url, { authorization: ADMIN_TOKEN });
  }

  /** Creates what a test needs, over HTTP. */
  get given(): Given {
    return new Given(this.api);
  }

  /** Waits until a number of sessions of this database wait for a lock. */
  untilBlocked(count = 1): Promise<void> {
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    return until(async () => (await this.sql(waiting)).length >= count);
  }

  /**
   * Runs SQL on the database directly, for what no response shows, and while requests are blocked.
   * On connections of its own, since the service breaks off its statements after some seconds.
   */
  async sql<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    this.connections ??= this.connected();
    return (await this.connections.query<T>(text, values)).rows;
  }

  /** Runs SQL on a session of the service, for what its sessions are like. */
  sqlInService<T extends object>(text: string): Promise<T[]> {
    // Statements without a name are not prepared.
    const unnamed = { name: '', text } as Statement<[], T>;
    return this.service.app.get(Database).run(unnamed, [], 'hot');
  }

  private connected(): Pool {
    const pool = new Pool({ connectionString: this.databaseUrl, application_name: 'test' });
    // Some tests end all sessions.
    pool.on('error', () => {});
    return pool;
  }
}
