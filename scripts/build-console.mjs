// Builds the console into dist/console: bundles with hashed names, and their compressed forms. What
// was built from the same sources before is copied.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesIn, hashOf } from './source-hash.mjs';

const OUTPUT = 'dist/console';
const CACHE = { production: '.cache/console', development: '.cache/console-development' };
/** Everything that the bundles depend on. */
const SOURCES = [
  'console/index.html',
  'console/src',
  'console/vite.config.mjs',
  'console/chunks.mjs',
  'console/languages.mjs',
  'console/mantine.mjs',
  'package-lock.json',
];
/** Types of the API, which bundles do not contain. */
export const TYPES = 'console/src/api/schema.d.ts';
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json']);

/**
 * Builds the console, unless it was built from the same sources before. For development, it has the
 * page `/kit`.
 * @param {'production' | 'development'} [mode]
 * @returns {Promise<() => void>} Puts it into `dist`, which building the service empties.
 */
export async function buildConsole(mode = 'production') {
  const isSource = (file) =>
    file !== TYPES &&
    !file.endsWith('.test.tsx') &&
    (mode === 'development' || !file.endsWith('.story.tsx'));
  const built = resolve(CACHE[mode], hashOf(SOURCES, isSource));
  if (!existsSync(built)) {
    const outDir = `${built}.${process.pid}`;
    const { build } = await import('vite');
    await build({
      ...{ configFile: 'console/vite.config.mjs', logLevel: 'warn', mode },
      build: { outDir, emptyOutDir: true },
    });
    await compressAll(outDir);
    for (const other of readdirSync(CACHE[mode]))
      if (other !== basename(outDir))
        rmSync(join(CACHE[mode], other), { recursive: true, force: true });
    renameSync(outDir, built);
  }
  return () => cpSync(built, OUTPUT, { recursive: true });
}

async function compressAll(folder) {
  const files = filesIn(folder).filter((file) => COMPRESSED.has(extname(file)));
  await Promise.all(files.map(compress));
}

async function compress(file) {
  const text = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
}
