import path from 'node:path';
import { MOST_REFERENCES } from '../../src/flags/code-reference/most-references.js';
import { type CodeReference, referencesIn } from '../code/references.js';
import { repositoryOf } from '../code/repository.js';
import { SourceFolder } from '../code/source-files.js';
import { CliError, type Connection } from '../connection.js';
import { search } from '../features.js';
import { type Format, printable, type Printer } from '../output.js';

/** Options of `flags code-refs --send`. */
export interface SendOptions {
  project?: string;
  repository?: string;
  revision?: string;
  urlTemplate?: string;
  output: Format;
}

/** Bounds the time for folders without a `.gitignore`. */
const MAX_FILES = 100_000;
/** Paths of other files are longer than the service keeps, or are not printable. */
const SENDABLE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,500}$/;

/** What the service keeps of a scan. */
interface Scanned {
  referenceCount: number;
  featureCount: number;
  added: number;
  removed: number;
}

/**
 * Sends where the files of a folder name features of a project: files and lines, and no code. They
 * replace what the service knew of the repository.
 */
export async function sendReferences(
  connection: Connection,
  printer: Printer,
  folder: string,
  { project, output, ...given }: SendOptions,
): Promise<void> {
  if (!project)
    throw new CliError('Name the project with --project, whose features are looked for.', 2);
  const known = repositoryOf(folder);
  const { references, isComplete } = await found(connection, printer, folder, {
    project,
    prefix: known.prefix,
  });
  if (!isComplete) printer.note(`Only ${references.length} references are sent.`);
  const repository = given.repository ?? known.name;
  const scanned = await connection.request<Scanned>(
    `/api/admin/projects/${encodeURIComponent(project)}/code-references`,
    {
      method: 'PUT',
      body: {
        ...{ repository, revision: given.revision ?? known.revision, complete: isComplete },
        urlTemplate: given.urlTemplate ?? known.urlTemplate,
        references,
      },
    },
  );
  if (output === 'json') return printer.json(scanned);
  const { referenceCount, featureCount, added, removed } = scanned;
  printer.print(
    printable(
      `${repository}: ${referenceCount} references to ${featureCount} features of ${project}, ` +
        `${added} new, ${removed} gone.`,
    ),
  );
}

/** The references in a folder, as many as the service keeps. */
async function found(
  connection: Connection,
  printer: Printer,
  folder: string,
  { project, prefix }: { project: string; prefix: string },
): Promise<{ references: CodeReference[]; isComplete: boolean }> {
  const projects = await projectsOfFeatures(connection);
  const isFeature = (name: string): boolean => projects.get(name) === project;
  const isElsewhere = (name: string): boolean => projects.has(name) && !isFeature(name);
  const source = new SourceFolder(folder, printer);
  const files = source.files();
  printer.note(`Looking for features of ${project} in ${files.length} files.`);
  const references: CodeReference[] = [];
  for (const file of files.slice(0, MAX_FILES)) {
    const place = prefix + file.split(path.sep).join('/');
    const text = source.contentOf(file).toString();
    const inFile = referencesIn(text, place, isFeature, isElsewhere);
    if (inFile.length > 0 && !SENDABLE.test(place)) {
      source.leaveOut(file, 'its path is too long for the service, or not printable');
      continue;
    }
    for (const one of inFile) {
      if (references.length === MOST_REFERENCES) return { references, isComplete: false };
      references.push(one);
    }
  }
  return { references, isComplete: files.length <= MAX_FILES && source.leftOut === 0 };
}

/** The projects of all features, live and archived, by name. */
async function projectsOfFeatures(connection: Connection): Promise<Map<string, string>> {
  const projects = new Map<string, string>();
  for (const archived of ['IS:true', 'IS:false'])
    for await (const { name, project } of search(connection, { archived }))
      projects.set(name, project);
  return projects;
}
