/** What an error of listening means, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another process listens there. Stop it, or choose another port.',
  EACCES: 'This user may not listen there. Choose a port above 1023.',
  EADDRNOTAVAIL: 'The address is not one of this machine. Correct HTTP_HOST, or leave it unset.',
  ENOTFOUND: 'The name is not found. Correct HTTP_HOST, or leave it unset.',
  EAI_AGAIN: 'The name is not found. Correct HTTP_HOST, or leave it unset.',
  EINVAL: 'The address is not one of this machine. Correct HTTP_HOST, or leave it unset.',
};

/** A port cannot be listened on. The message tells the operator why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(port: number, setting: string, host: string | undefined, cause: unknown) {
    const { code = '', message } = cause as Error & { code?: string };
    const where = `port ${port} (${setting})${host === undefined ? '' : ` of ${host}`}`;
    super(`Cannot listen on ${where}. ${REASONS[code] ?? message}`, { cause });
  }
}

/**
 * Listens, and says what to do when that is impossible.
 * @throws ListenError
 */
export async function listening<T>(
  { port, host, setting }: { port: number; host: string | undefined; setting: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    throw new ListenError(port, setting, host, error);
  }
}
