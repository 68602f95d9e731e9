// Puts everything that the entry imports into one file, so that the first load has few requests,
// and nothing that only lazy pages need.
import { join } from 'node:path';

/** Libraries that every page uses. */
const LIBRARIES = new RegExp(
  '/node_modules/(react|react-dom|scheduler|@tanstack|openapi-fetch|clsx|use-sync-external-store)/' +
    '|/@mantine/core/esm/core/(MantineProvider|utils/noop)/',
);
const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/core['"]/g;

/**
 * @param {string} root The folder of the console.
 * @param {string} mantine The folder of `@mantine/core`.
 * @returns A plugin, and the test of the group of modules that it has found.
 */
export function firstLoad(root, mantine) {
  const barrel = join(mantine, 'esm/index.mjs');
  const componentFile = (name) => join(mantine, 'esm/components', name, `${name}.mjs`);
  /** The components that a file imports by name from the index of Mantine, which has all. */
  const components = new Map();
  const modules = new Set();
  const plugin = {
    name: 'console-first-load',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src'))) return null;
      const names = [...code.matchAll(NAMED_IMPORT)].flatMap(([, list]) => list.split(','));
      components.set(
        id,
        names.map((name) => name.replace(/^\s*type\s.*/, '').trim()).filter(Boolean),
      );
      return null;
    },
    buildEnd() {
      const pending = [join(root, 'src/main.tsx')];
      while (pending.length > 0) {
        const id = pending.pop();
        const info = modules.has(id) ? null : this.getModuleInfo(id);
        if (!info) continue;
        modules.add(id);
        pending.push(...info.importedIds.filter((imported) => imported !== barrel));
        pending.push(...(components.get(id) ?? []).map(componentFile));
      }
    },
  };
  return {
    plugin,
    test: (id) => modules.has(id) || LIBRARIES.test(id),
  };
}
