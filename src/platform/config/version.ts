import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of the packages of the service and of its command line, which share this version. */
const PACKAGES = ['feature-flag-admin', 'feature-flag-admin-cli'];

/** Version of the service, from package.json. */
export const VERSION = readVersion();

function readVersion(): string {
  // Source files and compiled files have different depths below package.json.
  for (let dir = path.dirname(fileURLToPath(import.meta.url)); ; dir = path.dirname(dir)) {
    try {
      const { name, version } = JSON.parse(
        readFileSync(path.join(dir, 'package.json'), 'utf8'),
      ) as { name?: string; version?: string };
      if (name !== undefined && PACKAGES.includes(name) && version) return version;
    } catch {
      // Not here; continue in the parent folder.
    }
    if (dir === path.dirname(dir)) throw new Error('The package.json of the service is missing.');
  }
}
