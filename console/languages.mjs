// One build for all languages, as docs/adr/0062-languages-of-the-console.md explains: the bundler
// sees places instead of texts, and each finished file gets the texts of every language. A file
// `first-1a2b3c4d.js` is English, and `first-1a2b3c4d.de.js` is the same in German.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minifySync, parseSync, transformWithOxc } from 'vite';

/** Its texts are in the folder of texts itself, those of others in folders of their own. */
const ENGLISH = 'en';
/** What texts are made with; it is no catalogue itself. */
const FORMAT = 'format.ts';
/** A place as the minifier leaves it; what follows are the functions that the texts use. */
const PLACE = /\$texts\((["'`])([\w-]+)\1,(["'`])\w+\3,?/g;
/** The name of a script at the end of an address. */
const SCRIPT = /(?<=\/)[^/"'`]+\.js\b/g;
const LANGUAGES_META = '<meta name="languages" content="en" />';

/** @param {string} root The folder of the console. */
export function languages(root) {
  const folder = join(root, 'src/texts');
  const codes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  /** By language and module, such as `de/shell`: an expression, which takes functions. */
  const compiled = new Map();
  return {
    name: 'console-languages',
    enforce: 'pre',
    buildStart() {
      compiled.clear();
    },
    async transform(_, id) {
      if (!id.startsWith(`${folder}/`) || id.endsWith(`/${FORMAT}`)) return null;
      const file = basename(id);
      const modules = await Promise.all(
        [ENGLISH, ...codes].map((code) => readTexts(this, folder, code, file)),
      );
      const name = basename(file, '.ts');
      const functions = [...new Set(modules.flatMap((module) => module.functions))].sort();
      for (const { code, body } of modules)
        compiled.set(`${code}/${name}`, expressionOf(body, functions));
      return { code: placeFor(name, modules, functions), map: null, moduleType: 'js' };
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const names = new Set(scripts.map(({ fileName }) => basename(fileName)));
        const page = bundle['index.html'];
        const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
        for (const code of codes) {
          const renamed = (text) =>
            text.replace(SCRIPT, (name) => (names.has(name) ? inLanguage(name, code) : name));
          for (const { fileName, code: script } of scripts)
            emit(inLanguage(fileName, code), renamed(withTexts(script, code, compiled)));
          const html = await pageIn(page.source, code, codes, compiled);
          emit(`index.${code}.html`, renamed(html));
        }
        for (const script of scripts) script.code = withTexts(script.code, ENGLISH, compiled);
        page.source = await pageIn(page.source, ENGLISH, codes, compiled);
      },
    },
  };
}

const inLanguage = (fileName, code) => fileName.replace(/\.js$/, `.${code}.js`);

/** The statements of a file with texts, and what it imports from {@link FORMAT}. */
async function readTexts(context, folder, code, file) {
  const path = code === ENGLISH ? join(folder, file) : join(folder, code, file);
  if (!existsSync(path)) context.error(`The texts ${file} are missing in "${code}": ${path}`);
  context.addWatchFile(path);
  const source = readFileSync(path, 'utf8');
  const { code: script } = await transformWithOxc(source, path, { sourcemap: false });
  const functions = [];
  const exported = [];
  const statements = [];
  for (const node of parseSync(path, script).program.body) {
    if (node.type === 'ImportDeclaration') {
      if (!node.source.value.endsWith('/format.js'))
        context.error(`${path} imports ${node.source.value}; texts may use ./format.js only.`);
      functions.push(...node.specifiers.map(({ imported }) => imported.name));
      continue;
    }
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined;
    if (declared) exported.push(...declared.declarations.map(({ id }) => id.name));
    statements.push(script.slice((declared ?? node).start, node.end));
  }
  return { code, source, functions, exported, body: { statements, exported } };
}

/** What the bundler sees. The hash gives files that contain other texts another name. */
function placeFor(name, modules, functions) {
  const [{ exported }] = modules;
  const hash = createHash('sha256');
  for (const { source } of modules) hash.update(source);
  const given = [`"${name}"`, `"${hash.digest('hex').slice(0, 16)}"`, ...functions].join(', ');
  const imports =
    functions.length > 0 ? `import { ${functions.join(', ')} } from './format.js';` : '';
  const place = `$texts(${given})`;
  if (exported.length === 1) return `${imports}\nexport const ${exported[0]} = ${place};\n`;
  const parts = exported.map((part) => `export const ${part} = all.${part};`);
  return `${imports}\nconst all = ${place};\n${parts.join('\n')}\n`;
}

function expressionOf({ statements, exported }, functions) {
  const result = exported.length === 1 ? exported[0] : `{${exported.join(',')}}`;
  const source = `export default ((${functions}) => {${statements.join('\n')}\nreturn ${result}})`;
  const { code } = minifySync('texts.js', source, { module: true, compress: true, mangle: true });
  return code.replace(/^export default/, '').replace(/;?\s*$/, '');
}

function withTexts(script, code, compiled) {
  return script.replace(PLACE, (_, _quote, name) => `(${compiled.get(`${code}/${name}`)})(`);
}

/** The page in a language: what browsers show before and without the script. */
async function pageIn(html, code, codes, compiled) {
  const document = compiled.get(`${code}/document`);
  const { default: texts } = await import(
    `data:text/javascript,${encodeURIComponent(`export default (${document})()`)}`
  );
  return html
    .replace('<html lang="en"', `<html lang="${code}"`)
    .replace(LANGUAGES_META, `<meta name="languages" content="${[ENGLISH, ...codes].join(' ')}" />`)
    .replace(/<title>[^<]*/, `<title>${texts.title}`)
    .replace(/<noscript>[^<]*/, `<noscript>${texts.noScript}`);
}
