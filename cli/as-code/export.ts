import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dump } from 'js-yaml';
import type { Connection } from '../connection.js';
import { printable, type Printer } from '../output.js';
import { KINDS, type Kind } from './folder.js';

/** Options of `flags export`. */
export interface ExportOptions {
  project?: string;
  owner?: string;
}

type State = Partial<Record<Kind, { name?: string; id?: string; project?: string }[]>>;

/** Writes what is into a folder, one file for each kind, project and feature. */
export async function exportAsCode(
  connection: Connection,
  printer: Printer,
  folder: string,
  { project, owner }: ExportOptions,
): Promise<void> {
  const state = await connection.request<State>('/api/admin/flags-as-code/state', {
    query: { project },
  });
  const schema = `# yaml-language-server: $schema=${connection.url}/docs/flags.schema.json\n`;
  const files = filesOf(state);
  if (owner !== undefined) files.set('flags.yaml', { owner });
  for (const [file, content] of files) {
    const to = path.join(folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, schema + dump(content, { noRefs: true, lineWidth: 100 }));
  }
  printer.print(printable(`Wrote ${files.size} files to ${folder}.`));
}

/** What each file contains. Names that differ in letter case only get different files. */
function filesOf(state: State): Map<string, object> {
  const files = new Map<string, object>();
  const taken = new Set<string>();
  const free = (file: string): string => {
    for (let n = 1; ; n++) {
      const one = n === 1 ? `${file}.yaml` : `${file}~${n}.yaml`;
      if (taken.has(one.toLowerCase())) continue;
      taken.add(one.toLowerCase());
      return one;
    }
  };
  for (const kind of KINDS)
    if (kind === 'projects' || kind === 'features')
      for (const item of state[kind] ?? []) {
        const [place, name] =
          kind === 'projects' ? [item.id!, 'project'] : [item.project!, item.name!];
        const file = kind === 'projects' ? name : `features/${safe(name)}`;
        files.set(free(`projects/${safe(place)}/${file}`), { [kind]: [item] });
      }
    else if (state[kind]) files.set(free(kind), { [kind]: state[kind] });
  return files;
}

/** A name as that of a file: readers leave out those that begin with a dot. */
const safe = (name: string): string => name.replace(/^\./, '_.');
