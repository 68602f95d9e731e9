import { type ConfigError } from './config/read-environment.js';
import { loadConfig } from './config/load-config.js';
import { errorText } from './http/serialize-error.js';
import { endOnUnhandledError } from './last-resort.js';
import { Service } from './service.js';

/** Starts the service and stops it gracefully on a signal. */
async function main(): Promise<void> {
  const service = await Service.start(loadConfig(), { preparesDocs: true });
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
}

function fail(error: unknown): void {
  const isExpected =
    (error as ConfigError | null)?.name === 'ConfigError' ||
    (error as Error | null)?.name === 'EmbeddedPostgresError';
  console.error(isExpected ? (error as Error).message : errorText(error));
  process.exit(1);
}

main().catch(fail);
