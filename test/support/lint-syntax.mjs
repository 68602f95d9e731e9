// Prints what some rules of eslint.config.mjs report for the text on stdin as the content of each
// of the files. The rules need no types, so this is fast.
import { text } from 'node:stream/consumers';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const RULES = ['no-restricted-syntax', 'max-len', 'max-lines-per-function'];
const source = await text(process.stdin);
const found = {};
for (const file of process.argv.slice(2)) {
  const { rules } = await new ESLint().calculateConfigForFile(file);
  const chosen = Object.fromEntries(
    RULES.flatMap((name) => (rules[name] ? [[name, rules[name]]] : [])),
  );
  const config = { languageOptions: { parser: tseslint.parser }, rules: chosen };
  const messages = new Linter().verify(source, [{ files: ['**/*.ts'], ...config }], file);
  found[file] = messages.map(({ line, message }) => `${line}: ${message}`);
}
process.stdout.write(JSON.stringify(found));
