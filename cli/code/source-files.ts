import { spawnSync } from 'node:child_process';
import { type Dirent, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../connection.js';
import { printable, type Printer } from '../output.js';

/** Larger files are skipped, because they are data or generated. */
const MAX_FILE_BYTES = 1_000_000;
const MAX_LIST_BYTES = 256 * 1024 * 1024;
const SKIPPED = new Set(['.git', 'node_modules']);

/** The result of a command of Git in a folder; undefined when it fails. */
export function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: MAX_LIST_BYTES,
  });
  return status === 0 ? stdout : undefined;
}

/** The files that Git knows; all files outside of a repository. */
export function filesOf(folder: string, printer: Printer): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`${folder} is not a folder.`, 2);
  const listed = git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  if (listed !== undefined) return listed.split('\0').filter(Boolean);
  return filesBelow(folder, printer).map((file) => path.relative(folder, file));
}

/** All files below a folder, but those of folders that cannot be read. */
function filesBelow(folder: string, printer: Printer): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    printer.note(printable(`${folder} is left out: ${(error as Error).message}`));
    return [];
  }
  return entries.flatMap((entry) => {
    const inner = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(inner, printer);
    return entry.isFile() ? [inner] : [];
  });
}

const NOTHING = Buffer.alloc(0);

/** What is in a file; nothing when it is a link, large, binary or cannot be read. */
export function contentOf(file: string, printer: Printer): Buffer {
  try {
    // What a link leads to has a place of its own, which can be out of the folder.
    const stat = lstatSync(file);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return NOTHING;
    const content = readFileSync(file);
    return content.includes(0) ? NOTHING : content;
  } catch (error) {
    // Git also lists deleted files.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      printer.note(printable(`${file} cannot be read and is left out (${code}).`));
    return NOTHING;
  }
}
