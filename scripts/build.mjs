// Builds everything into dist/: the service with `nest build`, as nest-cli.json says, then the
// OpenAPI document, which only the compiled service knows, the modules of the service as one file,
// and the console, which needs that document.
//   node scripts/build.mjs
//   node scripts/build.mjs --if-changed    does nothing if dist/ was built from the present
//                                          sources, so that a command does not disturb a
//                                          running service
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
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
/** Written by the build itself. */
const GENERATED = 'console/src/api/schema.d.ts';
/** Contains the hash of the sources of a complete build. */
const BUILT_FROM = 'dist/.built-from';
const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

process.chdir(ROOT);
const sources = hashOf(SOURCES, (file) => file !== GENERATED);
if (!process.argv.includes('--if-changed') || !isBuilt()) await build();

/** Whether dist/ is a complete build of the sources, to which nobody has written since. */
function isBuilt() {
  if (!existsSync(BUILT_FROM) || readFileSync(BUILT_FROM, 'utf8') !== sources) return false;
  const { mtimeMs } = statSync(BUILT_FROM);
  return filesIn('dist').every((file) => statSync(file).mtimeMs <= mtimeMs);
}

async function build() {
  // `nest build` keeps what it does not write, so that it can be used without building the console.
  rmSync('dist', { recursive: true, force: true });
  run(NEST, 'build');
  run('dist/src/write-openapi.js');
  leaveOutDocumentation();
  await joinModules();
  // Loading it takes longer than finding out that nothing has changed.
  const { buildConsole } = await import('./build-console.mjs');
  await buildConsole();
  writeFileSync(BUILT_FROM, sources);
}

/**
 * Lets the service load a stand-in for `@nestjs/swagger`, since its document is written. The
 * compiler's plugin names the package in what it generates, so sources cannot choose.
 */
function leaveOutDocumentation() {
  for (const file of filesIn('dist/src')) {
    if (!file.endsWith('.js') || file.startsWith('dist/src/platform/http/openapi/')) continue;
    const code = readFileSync(file, 'utf8');
    if (!code.includes('@nestjs/swagger')) continue;
    const standIn = relative(dirname(file), 'dist/src/platform/http/openapi/undocumented.js');
    const path = standIn.startsWith('.') ? standIn : `./${standIn}`;
    writeFileSync(file, code.replace(/(from ['"])@nestjs\/swagger(['"])/g, `$1${path}$2`));
  }
}

/**
 * Writes the modules of the service into one file, since Node takes most of its start for finding
 * and opening a thousand. The others remain, for other programs and for workers.
 */
async function joinModules() {
  const { rolldown } = await import('rolldown');
  const folder = join(ROOT, 'dist/src');
  const bundle = await rolldown({
    input: join(folder, 'main.js'),
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
    treeshake: false,
    plugins: [{ name: 'place', transform: (code, id) => inPlace(code, relative(folder, id)) }],
  });
  await bundle.write({
    dir: folder,
    chunkFileNames: 'part-[name].js',
    keepNames: true, // They are the names of errors and tables.
    comments: { annotation: false, jsdoc: false, legal: false },
    // With any other character, V8 stores the whole file with two bytes for each.
    plugins: [{ name: 'ascii', renderChunk: (code) => ({ code: escaped(code), map: null }) }],
  });
  await bundle.close();
}

/** Lets a module find what lies beside it, from the file that it is written into. */
function inPlace(code, path) {
  if (!code.includes('import.meta.url')) return undefined;
  const place = `new URL(${JSON.stringify(`./${path}`)}, import.meta.url).href`;
  return { code: code.replaceAll('import.meta.url', place), map: null };
}

function escaped(code) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replace(/[^\0-\x7f]/g, escape);
}

/** Runs a program of Node. If it fails, this process ends in the same way. */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
