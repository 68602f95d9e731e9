import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { InstanceSetup } from './instance/instance-setup/instance-setup.js';
import { AppModule } from './app.module.js';
import { setUp } from './app.setup.js';
import type { Config, HttpLimits } from './platform/config/config.js';
import { poolWithin } from './platform/database/server-requirements.js';
import type { EmbeddedPostgres } from './platform/database/embedded/embedded-postgres.js';
import { startEmbedded } from './platform/database/embedded/embedded-database.module.js';
import { migrateDatabase } from './platform/database/migrate.js';
import { withTimeout } from './platform/database/with-timeout.js';
import { PreparedExpressAdapter } from './platform/http/express.adapter.js';
import { listening } from './platform/http/listen-error.js';
import { newLogger, PinoLogger } from './platform/http/logger.js';
import { SwitchWarmUp } from './flags/feature/switch/switch-warm-up.js';
import { UsageWriter } from './serving/metrics/writing/usage-writer.js';
import type { CollectorExport } from './platform/opentelemetry/collector-export.js';
import { Meters } from './platform/meters/meters.js';
import { ShutdownState } from './instance/operations/readiness.js';
import { listenForOperations } from './instance/operations/operations-port.js';

/** Time limit for saving buffered data after a failure. */
const SAVE_MS = 3_000;

/** Options of {@link Service.start}. */
export interface StartOptions {
  /** Destination of the log and generated secrets; standard output by default. */
  output?: { write(text: string): unknown };
  /** Whether the first switches are to be as fast as later ones, for half a second at the start. */
  warmsUp?: boolean;
  /** The embedded database, if it is being started already. */
  embedded?: Promise<EmbeddedPostgres> | undefined;
}

/** The running service: the embedded database, if used, and the HTTP server. */
export class Service {
  private constructor(
    /** The Nest application, for tests. */
    readonly app: NestExpressApplication,
    private readonly embedded: EmbeddedPostgres | undefined,
    /** The server on the operations port, if configured. */
    readonly operations: Server | undefined,
    private readonly telemetry: CollectorExport | undefined,
    private readonly limits: Pick<HttpLimits, 'shutdownDelayMs' | 'shutdownMs'>,
  ) {}

  /**
   * Starts database, schema, first users and tokens, and then the port. A failed start leaves
   * nothing running.
   */
  static async start(
    config: Config,
    { output, warmsUp = false, embedded: starting }: StartOptions = {},
  ): Promise<Service> {
    const logger = new PinoLogger(newLogger(config.logLevel, output));
    Logger.overrideLogger(logger);
    const log = new Logger('service');
    for (const warning of config.warnings) log.warn(warning);
    const telemetry = await startTelemetry(config);
    const embedded = config.database.url ? undefined : await (starting ?? startEmbedded(config));
    let app: NestExpressApplication | undefined;
    try {
      const database = await prepareDatabase(addressed(config.database, embedded), log);
      app = await newApp({ ...config, database }, embedded, logger);
      // PostgreSQL plans the switches while this process prepares the rest.
      const warmUp = warmsUp ? app.get(SwitchWarmUp, { strict: false }).run() : undefined;
      setUp(app, config);
      await app.init();
      const generatedSecrets = await app.get(InstanceSetup).prepare();
      // Prints generated secrets once, outside of the log, before anything else can fail.
      if (generatedSecrets) (output ?? process.stdout).write(`${generatedSecrets}\n`);
      await warmUp;
      const operations = await listen(app, config);
      exportMetrics(app, telemetry);
      log.log(`Listening on port ${config.port}.${whereDocsAre(config)}`);
      return new Service(app, embedded, operations, telemetry, config.http);
    } catch (error) {
      await app?.close().catch((failure: unknown) => logger.warn(failure));
      await Promise.all([embedded?.stop(), telemetry?.stop()]);
      throw error;
    }
  }

  /**
   * Writes buffered usage, and exports traces, before the process ends abnormally, within
   * {@link SAVE_MS}.
   */
  async save(): Promise<void> {
    const saved = this.app.get(UsageWriter, { strict: false }).write();
    await withTimeout(SAVE_MS, Promise.all([saved, this.telemetry?.flush()]), () => undefined);
  }

  /**
   * Says that it stops for `SHUTDOWN_DELAY_SECONDS`, then accepts no requests, answers those in
   * progress for at most `SHUTDOWN_SECONDS`, and stops the database last.
   */
  async stop(signal: string): Promise<void> {
    const log = new Logger('service');
    const { shutdownDelayMs, shutdownMs } = this.limits;
    const server = this.app.getHttpServer() as Server;
    this.app.get(ShutdownState, { strict: false }).isStopping = true;
    // Connections that proxies keep would else be closed while they send a request.
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    if (shutdownDelayMs > 0) {
      log.log(`Stopping on ${signal}, in ${shutdownDelayMs / 1000} s.`);
      await sleep(shutdownDelayMs);
    }
    log.log(`Stopping on ${signal}: finishing what is in flight.`);
    const finished = drain(server, shutdownMs);
    // Before the domains stop, so that none of them is asked afterwards.
    void (this.app.getHttpAdapter() as PreparedExpressAdapter).close();
    try {
      await this.app.close();
    } finally {
      this.operations?.close();
      this.operations?.closeAllConnections();
      finished();
      await this.embedded?.stop();
      await this.telemetry?.stop();
    }
  }
}

/**
 * Listens on the port of the service, and on the one for operations.
 * @throws ListenError
 */
async function listen(app: NestExpressApplication, config: Config): Promise<Server | undefined> {
  const { host, port, operations } = config;
  await listening({ host, port, setting: 'PORT' }, () =>
    host ? app.listen(port, host) : app.listen(port),
  );
  return listening({ host, port: operations.port ?? 0, setting: 'OPERATIONS_PORT' }, () =>
    listenForOperations(app, config),
  );
}

/** Loads OpenTelemetry only if there is a collector. */
async function startTelemetry({ telemetry }: Config): Promise<CollectorExport | undefined> {
  if (!telemetry) return undefined;
  const { CollectorExport } = await import('./platform/opentelemetry/collector-export.js');
  return CollectorExport.start(telemetry);
}

function exportMetrics(app: NestExpressApplication, telemetry?: CollectorExport): void {
  const meters = app.get(Meters, { strict: false });
  telemetry?.exportMetrics(() => meters.families());
}

/** The settings of the database with its addresses, which are those of the embedded one if used. */
function addressed(
  database: Config['database'],
  embedded: EmbeddedPostgres | undefined,
): Config['database'] & { url: string; directUrl: string } {
  const url = database.url ?? embedded!.url;
  return { ...database, url, directUrl: database.directUrl ?? url };
}

/** Migrates the database. @returns The settings, with a pool that the server has room for. */
async function prepareDatabase<Settings extends Config['database'] & { directUrl: string }>(
  database: Settings,
  log: Logger,
): Promise<Settings> {
  const tell = (reason: string): void => log.warn(reason);
  const allowed = await migrateDatabase({ ...database, url: database.directUrl }, { tell });
  // A pooler limits connections itself.
  const room = database.url === database.directUrl ? allowed : Infinity;
  return { ...database, poolMax: poolWithin(room, database.poolMax) };
}

function newApp(
  config: Config,
  embedded: EmbeddedPostgres | undefined,
  logger: PinoLogger,
): Promise<NestExpressApplication> {
  return NestFactory.create<NestExpressApplication>(
    AppModule.with(config, embedded),
    new PreparedExpressAdapter(),
    { bodyParser: false, logger },
  );
}

/** A sentence for the log; empty when Swagger UI is off. */
function whereDocsAre({ publicUrl, operations: { port, docs } }: Config): string {
  const place = port === undefined ? `${publicUrl}/docs` : `port ${port}, at /docs`;
  return docs ? ` Swagger UI: ${place}` : '';
}

/**
 * Closes connections as soon as they are idle, because a closing server waits for them and clients
 * keep them open. Remaining ones are destroyed after the time limit.
 * @returns Ends the draining.
 */
function drain(server: Server, limitMs: number): () => void {
  // eslint-disable-next-line no-restricted-globals -- It ends with the stop of the server.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const deadline = setTimeout(() => {
    new Logger('service').warn(
      `Requests were still in flight after ${limitMs / 1000} s: they are cut off.`,
    );
    server.closeAllConnections();
  }, limitMs);
  return () => {
    clearInterval(idle);
    clearTimeout(deadline);
  };
}
