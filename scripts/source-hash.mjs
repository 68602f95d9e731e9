// Finds out whether sources have changed since something was built from them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash of the names and contents of files, 16 characters long.
 * @param {readonly string[]} sources Files and folders.
 * @param {(file: string) => boolean} [isSource] Whether a file counts; all of them unless given.
 */
export function hashOf(sources, isSource = () => true) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).filter(isSource))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** The file itself, or all files in a folder and below, sorted. */
export function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}
