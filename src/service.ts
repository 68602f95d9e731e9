import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import path from 'node:path';
import { InstanceSetup } from './instance-setup/instance-setup.js';
import { AppModule } from './app.module.js';
import { setUp } from './app.setup.js';
import type { Config } from './config/config.js';
import { EmbeddedPostgres } from './database/embedded/embedded-postgres.js';
import { migrateDatabase } from './database/migrate.js';
import { withTimeout } from './database/with-timeout.js';
import { PreparedExpressAdapter } from './http/express.adapter.js';
import { newLogger, PinoLogger } from './http/logger.js';
import { UsageWriter } from './metrics/writing/usage-writer.js';
import { listenForOperations } from './operations/operations-port.js';

/**
 * How long a stop waits for requests in flight: shorter than the 10 s after which Docker kills,
 * with room for the database to stop.
 */
const DRAIN_MS = 6_000;
/** How long saving what is in memory may take when the process has failed. */
const SAVE_MS = 3_000;

/** What a caller of {@link Service.start} may choose. */
export interface StartOptions {
  /** Also writes the OpenAPI files before the port opens, so that no request has to. */
  preparesDocs?: boolean;
  /** Where the log and the first secrets go: standard output by default. */
  output?: { write(text: string): unknown };
}

/** The running service: its database, if that is the embedded one, and its HTTP server. */
export class Service {
  private constructor(
    /** The Nest application, for whoever has to reach into the running service, as its tests do. */
    readonly app: NestExpressApplication,
    private readonly embedded: EmbeddedPostgres | undefined,
    /** Listens on the port for operations, where there is one. */
    readonly operations: Server | undefined,
  ) {}

  /**
   * Starts everything in order: database, schema, first users and tokens, and only then the port. A
   * start that fails leaves nothing running.
   */
  static async start(
    config: Config,
    { preparesDocs = false, output }: StartOptions = {},
  ): Promise<Service> {
    const logger = new PinoLogger(newLogger(config.logLevel, output));
    Logger.overrideLogger(logger);
    const log = new Logger('service');
    const embedded = config.database.url ? undefined : await startEmbedded(config, log);
    let app: NestExpressApplication | undefined;
    try {
      const database = { ...config.database, url: config.database.url ?? embedded!.url };
      await migrateDatabase(database);
      const modules = AppModule.with({ ...config, database }, embedded);
      app = await NestFactory.create<NestExpressApplication>(
        modules,
        new PreparedExpressAdapter(),
        {
          bodyParser: false,
          logger,
        },
      );
      const apiDocs = setUp(app, config).docs;
      await app.init();
      if (preparesDocs) await apiDocs?.prepare();
      const news = await app.get(InstanceSetup).prepare();
      // Secrets that nobody has seen yet: to the terminal, once, and past the log. Before anything
      // else can fail, such as a port that is taken.
      if (news) (output ?? process.stdout).write(`${news}\n`);
      await (config.host ? app.listen(config.port, config.host) : app.listen(config.port));
      const operations = await listenForOperations(app, config);
      const { port, docs } = config.operations;
      const place = port === undefined ? `${config.publicUrl}/docs` : `port ${port}, at /docs`;
      log.log(`Listening on port ${config.port}.${docs ? ` Swagger UI: ${place}` : ''}`);
      return new Service(app, embedded, operations);
    } catch (error) {
      await app?.close().catch((failure: unknown) => logger.warn(failure));
      await embedded?.stop();
      throw error;
    }
  }

  /**
   * Writes down the usage that SDKs have reported, before the process ends without having stopped.
   * Takes {@link SAVE_MS} at most.
   */
  async save(): Promise<void> {
    const saved = this.app.get(UsageWriter, { strict: false }).write();
    await withTimeout(SAVE_MS, saved, () => undefined);
  }

  /**
   * Takes no more requests, answers those in flight for {@link DRAIN_MS} at most, and stops the
   * database last.
   */
  async stop(signal: string): Promise<void> {
    new Logger('service').log(`Stopping on ${signal}: finishing what is in flight.`);
    const finished = drain(this.app.getHttpServer() as Server);
    try {
      await this.app.close();
    } finally {
      this.operations?.close();
      this.operations?.closeAllConnections();
      finished();
      await this.embedded?.stop();
    }
  }
}

/**
 * Lets go of connections as soon as nothing is in flight on them: a server that closes waits for
 * all of them, and clients would keep theirs open for their next request. Whatever is in flight
 * after {@link DRAIN_MS} is cut off. Returns how to end this.
 */
function drain(server: Server): () => void {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  // eslint-disable-next-line no-restricted-globals -- It ends with the stop of the server.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const impatience = setTimeout(() => {
    new Logger('service').warn(
      `Requests were still in flight after ${DRAIN_MS / 1000} s: they are cut off.`,
    );
    server.closeAllConnections();
  }, DRAIN_MS);
  return () => {
    clearInterval(idle);
    clearTimeout(impatience);
  };
}

/**
 * Another process has the data now. To go on would be to answer from data that is not kept any
 * more.
 */
function onLost(): void {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

async function startEmbedded(config: Config, log: Logger): Promise<EmbeddedPostgres> {
  const dir = path.resolve(config.database.embeddedDir);
  const embedded = await EmbeddedPostgres.start({
    dir,
    log: (line, level = 'debug') => log[level](line),
    onLost,
  });
  log.log(`DATABASE_URL is not set: using the embedded PostgreSQL, with its data in ${dir}.`);
  return embedded;
}
