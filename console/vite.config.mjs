// Builds the console into dist/console; scripts/build-console.mjs calls it.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { firstLoad } from './first-load.mjs';

const CONSOLE = dirname(fileURLToPath(import.meta.url));
const MANTINE = realpathSync(join(CONSOLE, '../node_modules/@mantine/core'));
const STYLES = join(MANTINE, 'styles');

const FIRST_LOAD = firstLoad(CONSOLE, MANTINE);

/**
 * Imports the styles of each component of Mantine together with the component, so that a page loads
 * the styles that it uses.
 */
function stylesOfComponents() {
  return {
    name: 'mantine-styles',
    transform(code, id) {
      if (!/@mantine\/core\/esm\/.*\.module\.mjs$/.test(id)) return null;
      const styles = join(STYLES, `${basename(id, '.module.mjs')}.css`);
      if (!existsSync(styles)) return null;
      return { code: `import ${JSON.stringify(styles)};\n${code}`, map: null };
    },
  };
}

/**
 * Replaces Mantine's `<style>` elements, which the content security policy forbids. Variables and
 * classes of the theme are static files instead.
 */
function adoptedStyles() {
  return {
    name: 'mantine-adopted-styles',
    load(id) {
      const [, name] = /\/(MantineCssVariables|MantineClasses)\.mjs$/.exec(id) ?? [];
      if (name) return `export function ${name}() { return null; }`;
      if (!id.endsWith('/InlineStyles/InlineStyles.mjs')) return null;
      const toString = join(dirname(id), 'styles-to-string/styles-to-string.mjs');
      return [
        `import { stylesToString } from ${JSON.stringify(toString)};`,
        `import { useAdoptedStyles } from ${JSON.stringify(join(CONSOLE, 'src/theme/adopted-styles.ts'))};`,
        'export function InlineStyles({ deduplicate, ...styles }) {',
        '  useAdoptedStyles(stylesToString(styles));',
        '  return null;',
        '}',
      ].join('\n');
    },
  };
}

/** Libraries mark files for servers that render React, which do not matter here. */
function ignoreDirectives(level, log, handle) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
}

/** Colors of Mantine that the console does not use. */
const UNUSED_COLORS = /^\s*--mantine-color-(pink|violet|indigo|cyan|lime)-[^;}]*;$/gm;

/** Removes the variables of unused colors, which are a tenth of all styles. */
function withoutUnusedColors() {
  return {
    name: 'mantine-unused-colors',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('default-css-variables.css') ? code.replace(UNUSED_COLORS, '') : null;
    },
  };
}

export default defineConfig({
  root: CONSOLE,
  // Relative, so that the service can serve the console below any base path.
  base: './',
  plugins: [FIRST_LOAD.plugin, stylesOfComponents(), adoptedStyles(), withoutUnusedColors()],
  resolve: { alias: { '#mantine-styles': STYLES } },
  build: {
    outDir: join(CONSOLE, '../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      onLog: ignoreDirectives,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', test: FIRST_LOAD.test, priority: 1 },
            // Small files that nearly all pages use are one request.
            { name: 'parts', test: /\/console\/src\/ui\/(permitted-button|time|use-\w+)\.ts/ },
          ],
        },
      },
    },
  },
});
