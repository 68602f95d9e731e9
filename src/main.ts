import { ConfigError } from './platform/config/read-environment.js';
import { loadConfig } from './platform/config/load-config.js';
import { useUtc } from './platform/config/time-zone.js';
import { DatabaseStartError } from './platform/database/start-failure.js';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres.error.js';
import { UnsupportedServerError } from './platform/database/server-requirements.js';
import { errorText } from './platform/http/serialize-error.js';
import { ListenError } from './platform/http/listen-error.js';
import { endOnUnhandledError } from './last-resort.js';
import { Service } from './service.js';
import { releaseUnusedMemory } from './unused-memory.js';

/** Starts the service and stops it gracefully on a signal. */
async function main(): Promise<void> {
  useUtc();
  const service = await Service.start(loadConfig(), { warmsUp: true });
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

main().catch(fail);
