// Prints what the rule no-restricted-syntax of eslint.config.mjs says of the text on stdin, if it
// were the content of each of the files. Needs no types, so it is quick.
import { text } from 'node:stream/consumers';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const RULE = 'no-restricted-syntax';
const source = await text(process.stdin);
const found = {};
for (const file of process.argv.slice(2)) {
  const { rules } = await new ESLint().calculateConfigForFile(file);
  const config = { languageOptions: { parser: tseslint.parser }, rules: { [RULE]: rules[RULE] } };
  const messages = new Linter().verify(source, [{ files: ['**/*.ts'], ...config }], file);
  found[file] = messages.map(({ line, message }) => `${line}: ${message}`);
}
process.stdout.write(JSON.stringify(found));
