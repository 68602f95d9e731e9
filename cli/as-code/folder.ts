import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { CliError } from '../connection.js';

/** The lists of a file. */
export const KINDS = [
  'environments',
  'projects',
  'contextFields',
  'segments',
  'tagTypes',
  'tags',
  'roles',
  'features',
] as const;
export type Kind = (typeof KINDS)[number];

/** What the files of a folder describe. */
export interface Folder {
  /** Label of the folder; absent when no file has one. */
  owner?: string;
  state: Partial<Record<Kind, unknown[]>>;
  /** The file of each item of the lists. */
  files: Partial<Record<Kind, string[]>>;
}

const YAML_FILE = /\.ya?ml$/i;

/**
 * Reads all YAML files of a folder. Each contains any of the lists, and the lists of all files are
 * joined. Files and folders whose names begin with a dot are left out.
 * @throws CliError that names the file and the place in it.
 */
export function readFolder(folder: string): Folder {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`${folder} is not a folder.`, 2);
  const result: Folder = { state: {}, files: {} };
  for (const file of yamlFilesIn(folder)) {
    let documents: unknown[];
    try {
      documents = loadAll(readFileSync(path.join(folder, file), 'utf8'));
    } catch (error) {
      throw new CliError(`${file}: ${(error as Error).message}`, 2);
    }
    for (const document of documents) addTo(result, document, file);
  }
  return result;
}

function yamlFilesIn(folder: string, below = ''): string[] {
  const isShown = ({ name }: Dirent): boolean => !name.startsWith('.') && name !== 'node_modules';
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .filter(isShown)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = path.join(below, entry.name);
      if (entry.isDirectory()) return yamlFilesIn(folder, inner);
      return YAML_FILE.test(entry.name) ? [inner] : [];
    });
}

function addTo(folder: Folder, document: unknown, file: string): void {
  if (document === null || document === undefined) return;
  if (typeof document !== 'object' || Array.isArray(document))
    throw new CliError(`${file}: it must contain lists such as "features:".`, 2);
  for (const [key, value] of Object.entries(document)) {
    if (key === 'owner') folder.owner = ownerIn(folder, value, file);
    else if (!(KINDS as readonly string[]).includes(key))
      throw new CliError(`${file}: "${key}" is not one of owner, ${KINDS.join(', ')}.`, 2);
    else if (!Array.isArray(value)) throw new CliError(`${file}: "${key}" must be a list.`, 2);
    else {
      const kind = key as Kind;
      folder.state[kind] = [...(folder.state[kind] ?? []), ...(value as unknown[])];
      folder.files[kind] = [...(folder.files[kind] ?? []), ...value.map(() => file)];
    }
  }
}

function ownerIn({ owner }: Folder, value: unknown, file: string): string {
  if (typeof value !== 'string') throw new CliError(`${file}: "owner" must be a text.`, 2);
  if (owner === undefined || owner === value) return value;
  throw new CliError(`${file}: another file names the owner "${owner}".`, 2);
}

/** A message of the service, with files instead of positions in the request. */
export function withFiles(message: string, { files }: Folder): string {
  return message.replace(/\/body\/state\/(\w+)\/(\d+)/g, (position, kind: Kind, index) => {
    const file = files[kind]?.[Number(index)];
    return file === undefined ? position : `${file}: ${kind}[${index}]`;
  });
}
