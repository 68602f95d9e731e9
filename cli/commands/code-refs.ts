import { spawnSync } from 'node:child_process';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError, type Connection } from '../connection.js';
import { search, type FoundFeature } from '../features.js';
import { printable, type Format, type Printer } from '../output.js';

/** Options of `flags code-refs`. */
export interface CodeRefsOptions {
  project?: string;
  failOnStale?: boolean;
  output: Format;
}

/** A place in a file that contains the name of a feature. */
interface Reference {
  feature: string;
  project: string;
  /** State of the feature. Stale and archived features should be removed from the code. */
  state: 'live' | 'stale' | 'archived';
  file: string;
  line: number;
}

/** Larger files are skipped, because they are data or generated. */
const MAX_FILE_BYTES = 1_000_000;
/** Shorter names are skipped, because they would be found everywhere. */
const MIN_NAME_LENGTH = 3;
/** The characters of names (reference behaviour): a name ends at any other character. */
const WORD = /[\w.~-]+/g;
const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Finds the names of features in the files of a folder, and reports those that are stale or
 * archived.
 * @throws CliError with `failOnStale` when there are stale or archived ones.
 */
export async function codeRefs(
  connection: Connection,
  printer: Printer,
  folder: string,
  options: CodeRefsOptions,
): Promise<void> {
  const features = await allFeatures(connection, options);
  const files = filesOf(folder, printer);
  printer.note(`Looking for ${features.size} features in ${files.length} files.`);
  const references = files.flatMap((file) =>
    referencesIn(textOf(path.join(folder, file), printer), file, features),
  );
  printer.rows(
    references,
    {
      feature: (one) => one.feature,
      project: (one) => one.project,
      state: (one) => one.state,
      place: (one) => `${one.file}:${one.line}`,
    },
    options.output,
  );
  const obsolete = new Set(
    references.filter(({ state }) => state !== 'live').map(({ feature }) => feature),
  );
  if (options.output === 'table')
    printer.print(
      `${new Set(references.map(({ feature }) => feature)).size} features, ${obsolete.size} stale or archived.`,
    );
  if (options.failOnStale && obsolete.size > 0)
    throw new CliError(`Remove from the code: ${[...obsolete].join(', ')}.`);
}

async function allFeatures(
  connection: Connection,
  { project }: CodeRefsOptions,
): Promise<Map<string, FoundFeature>> {
  const features = new Map<string, FoundFeature>();
  const of = project && `IS:${project}`;
  for (const archived of ['IS:true', 'IS:false'])
    for await (const feature of search(connection, { project: of, archived }))
      if (feature.name.length >= MIN_NAME_LENGTH) features.set(feature.name, feature);
  return features;
}

/** The files that Git knows; all files outside of a repository. */
function filesOf(folder: string, printer: Printer): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`${folder} is not a folder.`, 2);
  const { status, stdout } = spawnSync(
    'git',
    ['-C', folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (status === 0) return stdout.split('\0').filter(Boolean);
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

function referencesIn(
  text: string,
  file: string,
  features: ReadonlyMap<string, FoundFeature>,
): Reference[] {
  return text.split('\n').flatMap((line, index) =>
    [...new Set(line.match(WORD))].flatMap((word) => {
      const feature = features.get(word) ?? features.get(word.replace(/\.+$/, ''));
      if (!feature) return [];
      const { name, project, stale, archivedAt } = feature;
      const state = archivedAt ? 'archived' : stale ? 'stale' : 'live';
      return [{ feature: name, project, state, file, line: index + 1 } as const];
    }),
  );
}

/** The text of a file; empty when it is large, binary or cannot be read. */
function textOf(file: string, printer: Printer): string {
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return '';
    const text = readFileSync(file, 'utf8');
    return text.includes('\0') ? '' : text;
  } catch (error) {
    // Git also lists deleted files.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      printer.note(printable(`${file} cannot be read and is left out (${code}).`));
    return '';
  }
}
