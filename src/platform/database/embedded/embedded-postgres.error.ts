/** The embedded PostgreSQL cannot run. The message tells the operator why and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  constructor(message: string, cause?: unknown) {
    const reason =
      cause instanceof Error ? cause.message : cause === undefined ? '' : String(cause);
    const full = /No space left on device|ENOSPC/.test(message + reason)
      ? 'The disk is full. '
      : '';
    super(`${full}${message}${reason && ` ${reason}`}`, { cause });
  }
}

/** Advice for platforms without an embedded server. */
export const USE_A_SERVER = 'Set DATABASE_URL to use a PostgreSQL server of your own.';

/** The code of an error of Node.js or PostgreSQL; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
