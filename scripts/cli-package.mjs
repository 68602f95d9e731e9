// Writes the package of the command line: the compiled modules that it imports, and a package.json
// with the libraries that these import. The package of the service has a hundred times as much.
//   node scripts/cli-package.mjs <folder> [dist]
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/**
 * Most commands are loaded when they run. What the verifier loads when it runs
 * is for databases, which the command line does not read.
 */
const ENTRIES = [
  'cli/main.js',
  'cli/as-code/export.js',
  'cli/as-code/plan.js',
  'cli/commands/remove.js',
  'cli/commands/send-references.js',
  'cli/commands/witness.js',
  'verify/verify.js',
];
const SCHEMA = 'flags.schema.json';
const IMPORT = /^(?:import|export)\b[^'";]*['"]([^'"]+)['"]/gm;

const [target, dist = path.join(ROOT, 'dist')] = process.argv.slice(2);
if (!target) throw new Error('Name the folder that the package is written into.');

const modules = new Set(ENTRIES);
const libraries = new Set();
// A set goes on with what is added meanwhile.
for (const file of modules) {
  const text = readFileSync(path.join(dist, file), 'utf8');
  for (const [, name] of text.matchAll(IMPORT)) {
    if (name.startsWith('.')) modules.add(path.join(path.dirname(file), name));
    else if (!name.startsWith('node:')) libraries.add(name);
  }
  const copy = path.join(target, 'dist', file);
  mkdirSync(path.dirname(copy), { recursive: true });
  copyFileSync(path.join(dist, file), copy);
}

const service = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const { version, license, publishConfig, type, engines, repository } = service;
const description = {
  name: 'feature-flag-admin-cli',
  version,
  description: 'Command line that switches and inspects features of feature-flag-admin',
  ...{ license, repository, publishConfig, type, engines },
  bin: { flags: 'dist/cli/main.js' },
  dependencies: Object.fromEntries(
    [...libraries].sort().map((name) => [name, service.dependencies[name]]),
  ),
};
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
// For editors that read it from the package instead of the service.
if (existsSync(path.join(dist, SCHEMA)))
  copyFileSync(path.join(dist, SCHEMA), path.join(target, SCHEMA));
copyFileSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
const page = readFileSync(path.join(ROOT, 'docs/administer/command-line.md'), 'utf8');
// Its links lead to pages that are not part of the package.
writeFileSync(path.join(target, 'README.md'), page.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'));
