// Fits Mantine to the content security policy and to the budget of the first load.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Imports the styles of each component together with the component, so that a page loads the styles
 * that it uses.
 * @param {string} styles The folder of Mantine's styles.
 */
export function stylesOfComponents(styles) {
  return {
    name: 'mantine-styles',
    transform(code, id) {
      if (!/@mantine\/core\/esm\/.*\.module\.mjs$/.test(id)) return null;
      const file = join(styles, `${basename(id, '.module.mjs')}.css`);
      if (!existsSync(file)) return null;
      return { code: `import ${JSON.stringify(file)};\n${code}`, map: null };
    },
  };
}

/**
 * Replaces `<style>` elements, which the content security policy forbids. Variables and classes of
 * the theme are static files instead.
 * @param {string} adopted The file that exports `useAdoptedStyles`.
 */
export function adoptedStyles(adopted) {
  return {
    name: 'mantine-adopted-styles',
    load(id) {
      const [, name] = /\/(MantineCssVariables|MantineClasses)\.mjs$/.exec(id) ?? [];
      if (name) return `export function ${name}() { return null; }`;
      if (!id.endsWith('/InlineStyles/InlineStyles.mjs')) return null;
      const toString = join(dirname(id), 'styles-to-string/styles-to-string.mjs');
      return [
        `import { stylesToString } from ${JSON.stringify(toString)};`,
        `import { useAdoptedStyles } from ${JSON.stringify(adopted)};`,
        'export function InlineStyles({ deduplicate, ...styles }) {',
        '  useAdoptedStyles(stylesToString(styles));',
        '  return null;',
        '}',
      ].join('\n');
    },
  };
}

const REMOVE_SCROLL = 'import { RemoveScroll } from "react-remove-scroll";';
const SCROLL_AREA = 'import { ScrollArea } from "../ScrollArea/ScrollArea.mjs";';

/**
 * Keeps out of modals what the console does not use: the library that locks scrolling, since
 * theme.css does that, and scroll areas, which come with a library that positions floating boxes.
 */
export function lightModals() {
  return {
    name: 'mantine-light-modals',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/ModalBase/ModalBase.mjs'))
        return replaced(code, REMOVE_SCROLL, 'const RemoveScroll = ({ children }) => children;');
      if (id.endsWith('/Modal/ModalRoot.mjs'))
        return replaced(code, SCROLL_AREA, 'const ScrollArea = { Autosize: null };');
      return null;
    },
  };
}

const TRANSITION = 'import { Transition } from "../Transition/Transition.mjs";';
/** The loader of a button is in its middle. */
const AT_ONCE =
  "const Transition = ({ mounted, children }) => mounted ? children({ transform: 'translate(-50%, -50%)' }) : null;";

/** Lets the loaders of buttons appear at once, without the code that moves them. */
export function stillButtons() {
  return {
    name: 'mantine-still-buttons',
    enforce: 'pre',
    transform(code, id) {
      return /\/(Button\/Button|ActionIcon\/ActionIcon)\.mjs$/.test(id)
        ? replaced(code, TRANSITION, AT_ONCE)
        : null;
    },
  };
}

function replaced(code, part, replacement) {
  if (!code.includes(part)) throw new Error(`Mantine has changed: "${part}" is missing.`);
  return { code: code.replace(part, replacement), map: null };
}

/** Colors that the console does not use. */
const UNUSED_COLORS = /^\s*--mantine-color-(pink|violet|indigo|cyan|lime)-[^;}]*;$/gm;

/** Removes the variables of unused colors, which are a tenth of all styles. */
export function withoutUnusedColors() {
  return {
    name: 'mantine-unused-colors',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('default-css-variables.css') ? code.replace(UNUSED_COLORS, '') : null;
    },
  };
}
