/**
 * Why there is no embedded PostgreSQL. The message is for whoever runs the service and says what to
 * do about it.
 */
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

/** What to do instead, wherever this service cannot bring its own server. */
export const USE_A_SERVER = 'Set DATABASE_URL to use a PostgreSQL server of your own.';

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
