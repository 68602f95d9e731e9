import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of the service, as its package.json has it. */
export const VERSION = readVersion();

function readVersion(): string {
  // Sources and compiled files lie at different depths below the package.
  for (let dir = path.dirname(fileURLToPath(import.meta.url)); ; dir = path.dirname(dir)) {
    try {
      const { name, version } = JSON.parse(
        readFileSync(path.join(dir, 'package.json'), 'utf8'),
      ) as { name?: string; version?: string };
      if (name === 'feature-flag-admin' && version) return version;
    } catch {
      // not here: look one folder further up
    }
    if (dir === path.dirname(dir)) throw new Error('The package.json of the service is missing.');
  }
}
