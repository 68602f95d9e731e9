import { spawnSync } from 'node:child_process';
import {
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { CliError } from '../connection.js';
import { printable, type Printer } from '../output.js';

/** Larger files are left out, because they are data or generated. */
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

/** The files of a folder with code. What cannot be looked at is told, and counted. */
export class SourceFolder {
  /** Number of files and folders that were left out. */
  leftOut = 0;

  constructor(
    private readonly folder: string,
    private readonly printer: Printer,
  ) {}

  /**
   * The files that Git knows; all files outside of a repository.
   * @throws CliError when it is no folder.
   */
  files(): string[] {
    const { folder } = this;
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(`${folder} is not a folder.`, 2);
    const listed = git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
    return listed === undefined ? this.below('') : listed.split('\0').filter(Boolean);
  }

  /** All files below a folder, but those of folders that cannot be read. */
  private below(inner: string): string[] {
    let entries: Dirent[];
    try {
      entries = readdirSync(path.join(this.folder, inner), { withFileTypes: true });
    } catch (error) {
      this.leaveOut(inner || this.folder, unreadable(error));
      return [];
    }
    return entries.flatMap((entry) => {
      const file = path.join(inner, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : this.below(file);
      return entry.isFile() ? [file] : [];
    });
  }

  /** What is in a file; nothing when it is a link, binary or left out. */
  contentOf(file: string): Buffer {
    const place = path.join(this.folder, file);
    try {
      // What a link leads to has a place of its own, which can be out of the folder.
      const stat = lstatSync(place);
      if (!stat.isFile()) return NOTHING;
      if (stat.size > MAX_FILE_BYTES) {
        if (!startOf(place).includes(0)) this.leaveOut(file, 'it is larger than 1 MB');
        return NOTHING;
      }
      const content = readFileSync(place);
      return content.includes(0) ? NOTHING : content;
    } catch (error) {
      // Git also lists deleted files.
      const isDeleted = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isDeleted) this.leaveOut(file, unreadable(error));
      return NOTHING;
    }
  }

  leaveOut(file: string, reason: string): void {
    this.leftOut++;
    this.printer.note(printable(`${file} is left out: ${reason}.`));
  }
}

const NOTHING = Buffer.alloc(0);
/** Where binary files have a zero, mostly. */
const START_BYTES = 8_000;

function startOf(file: string): Buffer {
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(START_BYTES, ' ');
    readSync(opened, start);
    return start;
  } finally {
    closeSync(opened);
  }
}

const unreadable = (error: unknown): string =>
  `it cannot be read (${(error as NodeJS.ErrnoException).code})`;
