import { readdirSync } from 'node:fs';
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
