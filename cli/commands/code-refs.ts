import { SourceFolder } from '../code/source-files.js';
import { CliError, type Connection } from '../connection.js';
import { search, type FoundFeature } from '../features.js';
import type { Format, Printer } from '../output.js';

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

/** Shorter names are skipped, because they would be found everywhere. */
const MIN_NAME_LENGTH = 3;
/** The characters of names (reference behaviour): a name ends at any other character. */
const WORD = /[\w.~-]+/g;

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
  const source = new SourceFolder(folder, printer);
  const files = source.files();
  printer.note(`Looking for ${features.size} features in ${files.length} files.`);
  const references = files.flatMap((file) =>
    referencesIn(source.contentOf(file).toString(), file, features),
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
