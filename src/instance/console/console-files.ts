import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** Upper bound on the bytes in memory once each file was asked for, in all its forms. */
const MAX_BYTES = 32 * 1_048_576;
const COMPRESSED = new Set(['.br', '.gz']);
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A file of the console, in all forms in which it can be sent. */
export interface ConsoleFile {
  readonly contentType: string;
  /** Includes the quotation marks. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** The built console is larger than {@link MAX_BYTES}. */
export class ConsoleTooLargeError extends Error {
  override readonly name = 'ConsoleTooLargeError';
}

/**
 * Finds all files of the built console. Each is read when it is first asked for, since many
 * instances show it to nobody.
 * @returns What reads a file, by its path below the folder, such as `assets/index-1a2b3c.js`; none
 * when there is no such folder. A file that has been removed since is undefined.
 * @throws ConsoleTooLargeError
 */
export function findConsoleFiles(folder: string): Map<string, () => ConsoleFile | undefined> {
  const names = namesIn(folder);
  const sizes = names.map((name) => statSync(join(folder, name)).size);
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES)
    throw new ConsoleTooLargeError(`${folder} has more than ${MAX_BYTES} bytes.`);
  const present = new Set(names);
  return new Map(
    names
      .filter((name) => !COMPRESSED.has(extname(name)))
      .map((name) => [name.split(sep).join('/'), once(() => readForms(folder, name, present))]),
  );
}

function once<T>(read: () => T | undefined): () => T | undefined {
  let known: T | undefined;
  return () => (known ??= read());
}

/** The `ETag` of a body. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readForms(
  folder: string,
  name: string,
  present: ReadonlySet<string>,
): ConsoleFile | undefined {
  if (!existsSync(join(folder, name))) return undefined;
  const form = (suffix: string): Buffer | undefined =>
    present.has(name + suffix) ? readFileSync(join(folder, name + suffix)) : undefined;
  const plain = readFileSync(join(folder, name));
  return {
    contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    plain,
    br: form('.br'),
    gzip: form('.gz'),
  };
}
