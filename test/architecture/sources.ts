import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folders of the service, and of the programs that use its modules and its database. */
export const SOURCES = ['src', 'admin', 'verify'];

/** The TypeScript files of {@link SOURCES}, relative to `src`. */
export const sourceFiles = (): string[] =>
  SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.relative('src', path.join(folder, file))),
  );

const DECLARES =
  /^import \{[^}]*\b(?:statement|dynamicStatement)\b[^}]*\} from '[^']*statement\.js'/m;

/** Those that declare statements: `*.sql.ts`, and what runs its statements alone. */
export const statementFiles = (): string[] =>
  sourceFiles().filter((file) => DECLARES.test(readFileSync(path.join('src', file), 'utf8')));
