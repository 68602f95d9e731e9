import { Logger } from '@nestjs/common';

/** How long all of it may take. */
const PATIENCE_MS = 5_000;

/**
 * Ends the process after an error that nobody has handled: what it holds is not to be relied on any
 * more. Before that it logs the error and saves what is only in memory.
 */
export function endOnUnhandledError(save: () => Promise<void>): void {
  const log = new Logger('process');
  let isEnding = false;
  const end = (error: unknown): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), PATIENCE_MS);
    log.fatal({ error: told(error) }, 'An error was not handled: the process ends.');
    save()
      .catch((failure: unknown) =>
        log.error({ error: told(failure) }, 'What was in memory could not be saved.'),
      )
      .finally(() => process.exit(1));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/**
 * What is logged of an error: nothing that it may carry along, such as the values of a statement.
 */
function told(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const { code } = error as { code?: unknown };
  return { type: name, message, stack, ...(typeof code === 'string' ? { code } : {}) };
}
