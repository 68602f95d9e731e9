import { transformFile } from '@swc/core';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { COMPILATION as jsc } from '../../jest.config.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['admin', 'cli', 'migrations', 'src', 'verify'];
/** Whose lines are counted. */
const COVERED = new Set(['src', 'admin', 'verify']);

/** A minimal console, for tests of how it is served: building the real one would take too long. */
const CONSOLE = {
  'console/index.html':
    '<meta name="base-path" content="" /><script type="module" src="./assets/index-1a2b.js">',
  'console/index.de.html': '<html lang="de"><script type="module" src="./assets/index-1a2b.de.js">',
  'console/assets/index-1a2b.js': 'console.log("console");',
  'console/assets/index-1a2b.js.br': brotliCompressSync('console.log("console");'),
  'console/assets/index-1a2b.js.gz': gzipSync('console.log("console");'),
};

/**
 * Compiles the service to the ES modules that Node runs in tests (see loader.mjs), in their global
 * setup, and in separate processes. Only changed files are compiled. Returns the folder.
 */
export async function compile({ coverage = false } = {}) {
  const cache = cacheFor(coverage);
  const present = new Set();
  for (const folder of SOURCES) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
      const path = join(folder, file);
      const compiled = path.replace(/ts$/, 'js');
      present.add(compiled);
      await compileFile(join(ROOT, path), join(cache, compiled), coverage && COVERED.has(folder));
    }
  }
  await removeOthers(cache, present);
  for (const [file, text] of Object.entries(CONSOLE)) await replace(join(cache, file), text);
  // Our package.json does not apply to folders in node_modules.
  await replace(join(cache, 'package.json'), '{ "type": "module" }');
  await writeOpenApi(cache);
  return cache;
}

/**
 * The cache of this checkout, since checkouts can share node_modules, and of this way to compile.
 */
function cacheFor(coverage) {
  const key = createHash('sha256')
    .update(JSON.stringify([ROOT, jsc, coverage]))
    .digest('hex');
  return join(ROOT, 'node_modules/.cache/feature-flag-admin', key.slice(0, 12));
}

/** Writes the files of the committed OpenAPI document where the build writes its own. */
async function writeOpenApi(cache) {
  const document = join(ROOT, 'openapi.json');
  const lastWritten = join(cache, 'flags.schema.json.gz');
  const [from, to] = await Promise.all([stat(document), stat(lastWritten).catch(() => undefined)]);
  if (to && to.mtimeMs > from.mtimeMs) return;
  const program = pathToFileURL(join(cache, 'src/platform/http/openapi/write-files.js'));
  const { writeOpenApiFiles } = await import(program.href);
  await writeOpenApiFiles(JSON.parse(await readFile(document, 'utf8')));
}

async function compileFile(from, to, isCounted) {
  const [source, compiled] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
  if (compiled && compiled.mtime.getTime() === source.mtime.getTime()) return;
  const { code, map } = await transformFile(from, {
    jsc,
    module: { type: 'es6' },
    swcrc: false,
    sourceMaps: isCounted ? true : 'inline',
  });
  await mkdir(dirname(to), { recursive: true });
  const { instrument } = isCounted ? await import('./instrument.mjs') : {};
  await replace(to, isCounted ? instrument(code, from, JSON.parse(map)) : code, source.mtime);
}

/** Deletes compiled files whose source is gone: a renamed migration would otherwise run twice. */
async function removeOthers(cache, present) {
  for (const file of await readdir(cache, { recursive: true }).catch(() => [])) {
    if (file.endsWith('.js') && !present.has(file)) await rm(join(cache, file));
  }
}

/** Replaces a file atomically, since another run may be reading it. */
async function replace(path, text, mtime = new Date()) {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, text);
  await utimes(fresh, mtime, mtime);
  await rename(fresh, path);
}
