import { Logger } from '@nestjs/common';

/** Time limit for logging and saving. */
const TIMEOUT_MS = 5_000;

/**
 * Ends the process after an unhandled error, because its state can no longer be trusted. Logs the
 * error and saves buffered data first.
 */
export function endOnUnhandledError(save: () => Promise<void>): void {
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
