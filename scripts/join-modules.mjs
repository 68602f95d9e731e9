// Writes the modules of the service and of its dependencies into a few larger files, since Node
// takes most of its start, and much of its memory, for finding, linking and keeping two thousand.
// Those remain, for other programs and for workers.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Where the files are, below the folder of the service. */
const FOLDER = 'joined';
/** The module that they begin with. */
const FIRST = 'start.js';
const LOADER = 'load-joined.mjs';
/** The options of `npm run start:prod`: what is compiled with others is ignored. */
const NODE_OPTIONS = ['--max-semi-space-size=4'];
/**
 * What is loaded as it is: what is not JavaScript, what must have run before all others, and the
 * optional packages of Nest, which are not installed.
 */
const SEPARATE =
  /^(node:|@node-rs\/|reflect-metadata$|@nestjs\/(microservices|websockets)|pg-native$)/;
/** Modules that are never used and that their packages load all the same. */
const UNUSED = [
  // TypeORM loads the drivers of all databases.
  /\/typeorm\/driver\/(?!(postgres|types)\/)[^/]+\//,
  // class-validator loads the telephone numbers of all countries.
  /\/libphonenumber-js\//,
];
/** How pg finds out whether it runs at Cloudflare: Node 20 loads its client of HTTP for that. */
const AT_CLOUDFLARE = {
  file: /\/pg\/lib\/stream\.js$/,
  question: "typeof Response === 'function'",
};
/** Some packages find others at run time, and would find them twice. */
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;
/** Defined in each file, for modules that look for what lies beside them. */
const PLACE = `const placeOf$ = (path) =>
  require('node:url').pathToFileURL(require('node:path').join(__dirname, path)).href;`;

/**
 * Joins what `start.js` imports. The files are CommonJS, since Node keeps the text of these with
 * one byte for each character, and that of others with two.
 * @param folder Where the compiled modules of the service are.
 */
export async function joinModules(folder) {
  const bundle = await rolldown({
    input: join(folder, FIRST),
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    external: SEPARATE,
    treeshake: false,
    plugins: [{ name: 'joined', transform: (code, id) => transformed(code, id, folder) }],
  });
  const { output } = await bundle.write({
    dir: join(folder, FOLDER),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    banner: PLACE,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // What starts the embedded database must not wait for the rest.
        { name: 'first', tags: ['$initial'], priority: 1 },
        { name: partsOf(folder), debugName: 'parts' },
      ],
    },
    keepNames: true, // They are the names of errors and tables.
    comments: { annotation: false, jsdoc: false, legal: false },
  });
  await bundle.close();
  for (const { fileName } of output) {
    const file = join(folder, FOLDER, fileName);
    writeFileSync(file, rewritten(readFileSync(file, 'utf8')));
  }
  const first = output.find(({ isEntry }) => isEntry);
  compile(folder, [first.fileName, ...first.dynamicImports]);
  writeFileSync(
    join(folder, 'main.js'),
    `import { load } from './${FOLDER}/${LOADER}';\nload('${first.fileName}').start();\n`,
  );
}

/** Keeps what the compiler makes of the files that are loaded at the start. */
function compile(folder, files) {
  const loader = join(folder, FOLDER, LOADER);
  copyFileSync(fileURLToPath(new URL(LOADER, import.meta.url)), loader);
  execFileSync(process.execPath, [...NODE_OPTIONS, loader, ...files], { stdio: 'inherit' });
}

/**
 * One file for each package, for each room of the service, and for what joins them. What is loaded
 * later, if at all, gets files of its own.
 */
function partsOf(folder) {
  let early;
  return (id, modules) => {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
    if (name) return name.replace('/', '-');
    early ??= loadedAtTheStart(join(folder, FIRST), modules);
    if (!early.has(id)) return null;
    const [, ...path] = relative(folder, id).split('/').reverse();
    return path.at(-1)?.replace('..', 'migrations') ?? null;
  };
}

/** What the first module imports, and what the modules do that it loads by itself. */
function loadedAtTheStart(first, modules) {
  const waiting = [first, ...modules.getModuleInfo(first).dynamicallyImportedIds];
  const found = new Set();
  for (let id; (id = waiting.pop()) !== undefined;) {
    if (found.has(id)) continue;
    found.add(id);
    for (const other of modules.getModuleInfo(id)?.importedIds ?? []) waiting.push(other);
  }
  return found;
}

function transformed(code, id, folder) {
  if (UNUSED.some((unused) => unused.test(id))) return { code: 'module.exports = {};', map: null };
  const place = `placeOf$(${JSON.stringify(relative(join(folder, FOLDER), id))})`;
  const asked = AT_CLOUDFLARE.file.test(id) ? code.replace(AT_CLOUDFLARE.question, 'false') : code;
  const shared = id.includes('/node_modules/') ? asked.replace(OWN_REQUIRE, '') : asked;
  return { code: shared.replaceAll('import.meta.url', place), map: null };
}

/**
 * With any character beyond ASCII, V8 stores a whole file with two bytes for each. Scripts have no
 * `import()`, which packages use for those of Node.
 */
function rewritten(code) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code
    .replace(/[^\0-\x7f]/g, escape)
    .replace(/(?<![.\w])import\(("[^"]+")\)/g, 'Promise.resolve().then(() => require($1))');
}
