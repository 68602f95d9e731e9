import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup.errors.js';

export const MANIFEST = 'manifest.json';
export const DUMP = 'flags.dump';
/** The form of manifests that this version writes, and the only one that it reads. */
export const FORMAT = 1;
/** A manifest has a few lines for each table and migration. */
const MOST_BYTES = 1024 * 1024;

/** What a backup contains. */
export interface Manifest {
  format: typeof FORMAT;
  /** The version of the service that made it. */
  version: string;
  /** ISO 8601, in UTC. The dump contains what was committed then. */
  createdAt: string;
  /** Versions of the server that was dumped, and of the program that did it. */
  postgres: { server: string; program: string };
  /** Migrations that had run, in their order. */
  migrations: string[];
  /** Rows by table. */
  rows: Record<string, number>;
  /** The dump, in the custom format of pg_dump. `sha256` in hexadecimal. */
  dump: { bytes: number; sha256: string };
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Reads the manifest of a backup.
 * @throws BackupError when there is none, or when this version cannot read it.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  let content: unknown;
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Error('it is no file');
    if (found.size > MOST_BYTES) throw new Error('it is too large');
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new BackupError(
      `${folder} is not a complete backup: ${MANIFEST} cannot be read ` +
        `(${(error as Error).message}).`,
    );
  }
  const version = isRecord(content) && isVersion(content['version']) ? content['version'] : '?';
  if (isRecord(content) && isCount(content['format']) && content['format'] > FORMAT)
    throw new BackupError(
      `The backup was made by version ${version} of the service, in a form that this version ` +
        'does not know. Restore it with that version or a later one.',
    );
  if (!isManifest(content)) throw new BackupError(`${file} is not the manifest of a backup.`);
  return content;
}

/**
 * Checks that the dump is the one that the manifest describes.
 * @throws BackupError
 */
export async function checkDump(folder: string, { dump }: Manifest): Promise<void> {
  const file = path.join(folder, DUMP);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile())
    throw new BackupError(`${folder} is not a complete backup: it has no ${DUMP}.`);
  if (found.size !== dump.bytes)
    throw new BackupError(
      `${file} has ${found.size} bytes instead of ${dump.bytes}: it was not copied completely, ` +
        'or it was changed.',
    );
  if ((await hashOf(file)) !== dump.sha256)
    throw new BackupError(`${file} was changed or damaged: its SHA-256 is not ${dump.sha256}.`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
/** Texts of a backup are printed, so they must not contain what controls a terminal. */
const isLike =
  (form: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && form.test(value);
const isVersion = isLike(/^\d[\w .,()+~/:-]{0,99}$/);
const isTime = isLike(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/);
const isName = isLike(/^\w{1,200}$/);
const isSha256 = isLike(/^[0-9a-f]{64}$/);

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value)) return false;
  const { format, version, createdAt, postgres, migrations, rows, dump } = value;
  return (
    format === FORMAT &&
    isVersion(version) &&
    isTime(createdAt) &&
    isRecord(postgres) &&
    [postgres['server'], postgres['program']].every(isVersion) &&
    Array.isArray(migrations) &&
    migrations.every(isName) &&
    isRecord(rows) &&
    Object.keys(rows).every(isName) &&
    Object.values(rows).every(isCount) &&
    isRecord(dump) &&
    isCount(dump['bytes']) &&
    isSha256(dump['sha256'])
  );
}
