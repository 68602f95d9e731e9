// Loads the files that join-modules.mjs writes, beside which it is copied, as Node would, but with
// what the compiler made of them during the build: compiling is a quarter of the start.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** Ending of files with compiled code. Another Node, or one with other options, ignores them. */
const CODE = '.code';
const PARAMETERS = 'exports, require, module, __filename, __dirname';

const SELF = fileURLToPath(import.meta.url);
const FOLDER = dirname(SELF);
const isProgram = process.argv[1] === SELF;

const requireOther = createRequire(SELF);
const requireAny = Object.assign(
  (id) => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id)),
  requireOther,
);
/** The modules and scripts by the names of their files. */
const modules = new Map();
const scripts = new Map();

/** @param {string} name Of a file in this folder. @returns What it exports. */
export function load(name) {
  const known = modules.get(name);
  if (known) return known.exports;
  const filename = join(FOLDER, name);
  // All characters are ASCII.
  const text = readFileSync(filename, 'latin1');
  const code = filename + CODE;
  const cachedData = existsSync(code) ? readFileSync(code) : undefined;
  const script = new Script(`(function (${PARAMETERS}) {${text}\n})`, { filename, cachedData });
  if (isProgram) scripts.set(name, script);
  const made = { exports: {} };
  modules.set(name, made);
  const run = script.runInThisContext();
  run.call(made.exports, made.exports, requireAny, made, filename, FOLDER);
  return made.exports;
}

// As a program, it loads the named files and writes what the compiler made of them.
if (isProgram) {
  for (const name of process.argv.slice(2)) load(name);
  for (const [name, script] of scripts)
    writeFileSync(join(FOLDER, name + CODE), script.createCachedData());
  process.exit();
}
