// Copies the OpenAPI document of the last build to openapi.json, or (`--check`) fails when that is
// another one.
import { copyFileSync, readFileSync } from 'node:fs';

const [built, committed] = ['../dist/openapi.json', '../openapi.json'].map(
  (file) => new URL(file, import.meta.url),
);

if (!process.argv.includes('--check')) {
  copyFileSync(built, committed);
} else if (readFileSync(built, 'utf8') !== readFileSync(committed, 'utf8')) {
  console.error(
    'openapi.json is not what the code says any more: run "npm run openapi" and look at the difference.',
  );
  process.exitCode = 1;
}
