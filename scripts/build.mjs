// Builds everything into dist/: the service with `nest build`, as nest-cli.json says, then the
// OpenAPI document, which only the compiled service knows, and the modules of the service as one
// file; the console meanwhile.
//   node scripts/build.mjs
//   node scripts/build.mjs --if-changed    does nothing if dist/ was built from the present
//                                          sources, so that a command does not disturb a
//                                          running service
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TYPES } from './build-console.mjs';
import { filesIn, hashOf } from './source-hash.mjs';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const SOURCES = [
  'admin',
  'cli',
  'console',
  'migrations',
  'scripts',
  'src',
  'verify',
  'nest-cli.json',
  'package-lock.json',
  'package.json',
  'tsconfig.build.json',
  'tsconfig.json',
];
/** Contains the hash of the sources of a complete build. */
const BUILT_FROM = 'dist/.built-from';
/** A method that the compiler's plugin adds to a class. */
const DESCRIPTION = /^ *static _OPENAPI_METADATA_FACTORY\(\) \{\n.*\n *\}\n/gm;
/** With room for new objects, the compiler takes a quarter less time. */
const NEST = ['--max-semi-space-size=64', 'node_modules/@nestjs/cli/bin/nest.js'];

process.chdir(ROOT);
// The build itself writes the types.
const sources = hashOf(SOURCES, (file) => file !== TYPES);
if (!process.argv.includes('--if-changed') || !isBuilt()) await build();

/** Whether dist/ is a complete build of the sources, to which nobody has written since. */
function isBuilt() {
  if (!existsSync(BUILT_FROM) || readFileSync(BUILT_FROM, 'utf8') !== sources) return false;
  const { mtimeMs } = statSync(BUILT_FROM);
  return filesIn('dist').every((file) => statSync(file).mtimeMs <= mtimeMs);
}

async function build() {
  const begin = performance.now();
  console.log('Building the service and its console, once after each change of sources …');
  // `nest build` keeps what it does not write, so that it can be used without building the console.
  rmSync('dist', { recursive: true, force: true });
  // Loading these takes longer than finding out that nothing has changed.
  const { buildConsole } = await import('./build-console.mjs');
  const [putConsole] = await Promise.all([buildConsole(), buildService()]);
  putConsole();
  const { writeConsoleTypes } = await import('./console-types.mjs');
  await writeConsoleTypes('dist/openapi.json');
  writeFileSync(BUILT_FROM, sources);
  console.log(`Built in ${Math.round((performance.now() - begin) / 1_000)} s.`);
}

async function buildService() {
  await run(...NEST, 'build');
  await run('dist/src/write-openapi.js');
  leaveOutDocumentation();
  const { joinModules } = await import('./join-modules.mjs');
  await joinModules(join(ROOT, 'dist/src'));
}

/**
 * Leaves out what describes the service, and lets it load a stand-in for `@nestjs/swagger`, since
 * its document is written. The compiler's plugin generates both, so sources cannot choose.
 */
function leaveOutDocumentation() {
  for (const file of filesIn('dist/src')) {
    if (!file.endsWith('.js') || file.startsWith('dist/src/platform/http/openapi/')) continue;
    const code = readFileSync(file, 'utf8');
    if (!code.includes('@nestjs/swagger')) continue;
    const standIn = relative(dirname(file), 'dist/src/platform/http/openapi/undocumented.js');
    const path = standIn.startsWith('.') ? standIn : `./${standIn}`;
    const undescribed = code.replace(DESCRIPTION, '');
    writeFileSync(file, undescribed.replace(/(from ['"])@nestjs\/swagger(['"])/g, `$1${path}$2`));
  }
}

/** Runs a program of Node. If it fails, this process ends in the same way. */
async function run(...args) {
  const [status] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}
