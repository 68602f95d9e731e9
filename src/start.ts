import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Logger } from '@nestjs/common';
import { ConfigError } from './platform/config/read-environment.js';
import { loadConfig } from './platform/config/load-config.js';
import { useUtc } from './platform/config/time-zone.js';
import { DatabaseStartError } from './platform/database/start-failure.js';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres.error.js';
import { startEmbedded } from './platform/database/embedded/embedded-database.module.js';
import { UnsupportedServerError } from './platform/database/server-requirements.js';
import { ListenError } from './platform/http/listen-error.js';
import { newLogger, PinoLogger } from './platform/http/logger.js';
import { errorText } from './platform/http/serialize-error.js';

/** Time limit for logging and saving. */
const TIMEOUT_MS = 5_000;

/**
 * Ends the process after an unhandled error, because its state can no longer be trusted. Logs the
 * error and saves buffered data first.
 */
function endOnUnhandledError(save: () => Promise<void>): void {
  const log = new Logger('process');
  let isEnding = false;
  const end = (error: unknown): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), TIMEOUT_MS);
    log.fatal({ err: error }, 'An error was not handled: the process ends.');
    save()
      .catch((failure: unknown) =>
        log.error({ err: failure }, 'Data in memory could not be saved.'),
      )
      .finally(() => process.exit(1));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/**
 * Collects garbage at once, and gives the memory back to the system. Loading the modules leaves
 * tens of megabytes of it, which Node itself would keep until much later.
 */
function releaseUnusedMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
}

/** Starts the service and stops it gracefully on a signal. If it cannot start, the process ends. */
export function start(): void {
  run().catch(fail);
}

async function run(): Promise<void> {
  useUtc();
  const config = loadConfig();
  Logger.overrideLogger(new PinoLogger(newLogger(config.logLevel)));
  const embedded = config.database.url ? undefined : startEmbedded(config);
  embedded?.catch(() => undefined); // Whoever awaits it reports that.
  // Loading the service takes longer than starting the embedded database, which happens meanwhile.
  const { Service } = await import('./service.js');
  const service = await Service.start(config, { warmsUp: true, embedded });
  endOnUnhandledError(() => service.save());
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    service.stop(signal).then(
      () => process.exit(),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  releaseUnusedMemory();
}

function fail(error: unknown): void {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DatabaseStartError ||
    error instanceof ListenError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnsupportedServerError;
  console.error(isExpected ? (error as Error).message : errorText(error));
  process.exit(1);
}
