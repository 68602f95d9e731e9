// Decides which modules are in one file, so that pages need few requests, and load nothing that
// only other pages use.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The files that are not left to the bundler: each has everything that its modules import. */
const CHUNKS = {
  // The list and the page of a feature both say who gets features, and when they were changed.
  first: [
    'app/main.tsx',
    'pages/flags/strategies/reach-sentence.ts',
    'kit/time.tsx',
    'kit/tables/page-of.ts',
  ],
  feature: ['pages/flags/features/one/feature-page.tsx'],
  columns: ['pages/flags/features/list/chosen-columns.tsx'],
  shared: [
    ...['kit/tables/data-table.tsx', 'kit/facts.tsx', 'kit/use-dialog.ts', 'kit/csv-button.tsx'],
    // Each file more is named in the first one.
    ...['texts/code.ts', 'texts/cleanup.ts'],
  ],
  // Of dialogs, the first page needs these alone.
  words: [
    'pages/audit/events/words-of-author.ts',
    'pages/governance/change-requests/change-request-path.ts',
    'texts/schedules.ts',
  ],
  dialogs: [
    'kit/edit-dialog.tsx',
    'kit/removal-dialog.tsx',
    'pages/flags/switch/switch-dialog.tsx',
  ],
  others: ['app/shell/other-pages.tsx', 'app/shell/account-panel.tsx'],
  templates: ['pages/instance/templates/save-as-template.tsx'],
};
/** Libraries that every page uses, also where they import each other as CommonJS. */
const LIBRARIES = new RegExp(
  '/node_modules/(react|react-dom|scheduler|clsx|use-sync-external-store)/' +
    '|/@mantine/core/esm/core/(MantineProvider|utils/noop)/' +
    '|^\0(rolldown|vite)',
);
/** Packages whose index imports far more than one page uses. */
const INDEXES = {
  '@mantine/core': 'esm/index.mjs',
  '@mantine/hooks': 'esm/index.mjs',
  '@tanstack/react-query': 'build/modern/index.js',
  '@tanstack/query-core': 'build/modern/index.js',
};
const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g;
/** Queries are small, and pages of several domains use them. */
const SHARED =
  /\/console\/src\/(?!.*\/(statistics|audit|api-tokens|release-plans|banners)\/).*-(queries|path)\.ts$/;

/**
 * @param {string} root The folder of the console.
 * @param {string} packages The folder `node_modules`.
 * @returns A plugin, and a function that names the file of a module; null leaves it to the bundler.
 */
export function chunks(root, packages) {
  const indexes = new Map(
    Object.entries(INDEXES).map(([name, file]) => [name, indexOf(join(packages, name, file))]),
  );
  const indexPaths = new Set([...indexes.values()].map(({ path }) => path));
  /** The files of what a module imports by name from an index. */
  const named = new Map();
  const chunkOf = new Map();
  const plugin = {
    name: 'console-chunks',
    enforce: 'pre',
    transform(code, id) {
      named.set(id, namedImports(code, indexes));
      return null;
    },
    buildEnd() {
      const importsOf = (id, { importedIds }) => [
        ...importedIds.filter((imported) => !indexPaths.has(imported)),
        ...(named.get(id) ?? []),
      ];
      for (const [chunk, entries] of Object.entries(CHUNKS)) {
        const pending = entries.map((entry) => join(root, 'src', entry));
        while (pending.length > 0) {
          const id = pending.pop();
          const info = chunkOf.has(id) ? null : this.getModuleInfo(id);
          if (info) pending.push(...importsOf(id, info));
          if (info) chunkOf.set(id, chunk);
        }
      }
    },
  };
  return { plugin, nameOf: (id) => nameOf(id, chunkOf.get(id)) };
}

function nameOf(id, chunk) {
  // Styles of these are in the first file, which saves a request.
  if ((chunk === 'feature' || chunk === 'columns') && id.endsWith('.css')) return 'first';
  if (chunk) return chunk;
  if (LIBRARIES.test(id)) return 'first';
  return SHARED.test(id) ? 'shared' : null;
}

/** The files of what a module imports from indexes. React's binding exports its core, too. */
function namedImports(code, indexes) {
  const core = indexes.get('@tanstack/query-core').members;
  return [...code.matchAll(NAMED_IMPORT)]
    .filter(([, , from]) => indexes.has(from))
    .flatMap(([, list, from]) =>
      namesIn(list).map((name) => indexes.get(from).members.get(name) ?? core.get(name)),
    )
    .filter(Boolean);
}

/** What the index of a package exports, and from which files. */
function indexOf(path) {
  const members = new Map();
  for (const [, list, from] of readFileSync(path, 'utf8').matchAll(NAMED_IMPORT)) {
    if (!from.startsWith('.')) continue;
    for (const name of namesIn(list)) members.set(name, join(dirname(path), from));
  }
  return { path, members };
}

function namesIn(list) {
  const names = list.split(',').filter((name) => !/^\s*type\s/.test(name));
  return names.map((name) => name.replace(/\sas\s.*/, '').trim()).filter(Boolean);
}

const RUNTIME_IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";?/;

/**
 * Moves the few helpers of the bundler from a file of their own into the first one, which saves a
 * request. All other files import the first one anyway.
 */
export function withRuntimeInFirst() {
  return {
    name: 'console-runtime',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const all = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const runtime = all.find(({ name }) => name === 'rolldown-runtime');
        const first = all.find(({ name }) => name === 'first');
        if (!runtime || !first) throw new Error('The bundler has changed its helpers.');
        for (const chunk of all) {
          chunk.code = chunk === first ? withRuntime(chunk, runtime) : fromFirst(chunk, first);
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
        }
        delete bundle[runtime.fileName];
      },
    },
  };
}

/** The helpers as properties of one object, by the names under which they are exported. */
function withRuntime({ code }, runtime) {
  const [exported, list] = /export\{([^}]*)\};?\s*$/.exec(runtime.code);
  const members = list.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  const body = runtime.code.replace(exported, '');
  return code
    .replace(RUNTIME_IMPORT, (_, names) => `const ${picked(names)}=$runtime;`)
    .replace(/^/, () => `const $runtime=(()=>{${body};return{${members}}})();`)
    .replace(/export\{(?=[^{]*$)/, 'export{$$runtime,');
}

function fromFirst({ code }, first) {
  return code.replace(
    RUNTIME_IMPORT,
    (_, names) =>
      `import{$runtime}from"./${basename(first.fileName)}";const ${picked(names)}=$runtime;`,
  );
}

const picked = (names) => `{${names.replace(/([\w$]+) as ([\w$]+)/g, '$1:$2')}}`;
