import { transformFile } from '@swc/core';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import jest from '../../jest.config.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['src', 'migrations'];
const [, { jsc }] = Object.values(jest.transform).find(Array.isArray);
/** Of its own for each checkout, which may share node_modules, and for each way to compile. */
const KEY = createHash('sha256')
  .update(ROOT)
  .update(JSON.stringify(jsc))
  .digest('hex')
  .slice(0, 12);
const CACHE = join(ROOT, 'node_modules/.cache/feature-flag-admin', KEY);

/**
 * The service's own code as the ES modules that plain Node runs: for what happens outside of jest's
 * modules (its global setup) or outside of its process (a service to be killed). Only what has
 * changed is compiled. Returns the folder.
 */
export async function compile() {
  const present = new Set();
  for (const folder of SOURCES) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
      const path = join(folder, file);
      present.add(path.replace(/ts$/, 'js'));
      await compileFile(path);
    }
  }
  await removeOthers(present);
  await replace(join(CACHE, 'openapi.json'), await readFile(join(ROOT, 'openapi.json'))); // where the build writes it
  await replace(join(CACHE, 'package.json'), '{ "type": "module" }'); // a folder in node_modules is in no package of ours
  return CACHE;
}

async function compileFile(path) {
  const [from, to] = [join(ROOT, path), join(CACHE, path.replace(/ts$/, 'js'))];
  const [source, compiled] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
  if (compiled && compiled.mtime.getTime() === source.mtime.getTime()) return;
  const { code } = await transformFile(from, {
    jsc,
    module: { type: 'es6' },
    swcrc: false,
    sourceMaps: 'inline',
  });
  await mkdir(dirname(to), { recursive: true });
  await replace(to, code, source.mtime);
}

/** A source that is gone must not live on: a migration that was renamed would run twice. */
async function removeOthers(present) {
  for (const file of await readdir(CACHE, { recursive: true }).catch(() => [])) {
    if (file.endsWith('.js') && !present.has(file)) await rm(join(CACHE, file));
  }
}

/** At once, since another run may be reading it. */
async function replace(path, text, mtime = new Date()) {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, text);
  await utimes(fresh, mtime, mtime);
  await rename(fresh, path);
}
