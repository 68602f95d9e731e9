// How the console is built; scripts/build-console.mjs says where to.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { chunks, withRuntimeInFirst } from './chunks.mjs';
import { languages } from './languages.mjs';
import {
  adoptedStyles,
  lightModals,
  stillButtons,
  stylesOfComponents,
  withoutUnusedColors,
} from './mantine.mjs';

const CONSOLE = dirname(fileURLToPath(import.meta.url));
const PACKAGES = realpathSync(join(CONSOLE, '../node_modules'));
const STYLES = join(PACKAGES, '@mantine/core/styles');

const CHUNKS = chunks(CONSOLE, PACKAGES);

/** Libraries mark files for servers that render React, which do not matter here. */
function ignoreDirectives(level, log, handle) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
}

export default defineConfig(({ mode }) => ({
  root: CONSOLE,
  // Relative, so that the service can serve the console below any base path.
  base: './',
  plugins: [
    CHUNKS.plugin,
    languages(CONSOLE),
    withRuntimeInFirst(),
    stylesOfComponents(STYLES),
    adoptedStyles(join(CONSOLE, 'src/app/theme/adopted-styles.ts')),
    lightModals(),
    stillButtons(),
    withoutUnusedColors(),
  ],
  define: { IS_DEVELOPMENT: mode === 'development' },
  resolve: { alias: { '#mantine-styles': STYLES } },
  build: {
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
          groups: [{ name: CHUNKS.nameOf }],
        },
      },
    },
  },
}));
