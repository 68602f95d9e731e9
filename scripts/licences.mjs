#!/usr/bin/env node
// Lists the licences of the packages that are part of the service. Fails if one of them does not
// allow distributing the package under the licence of the service. scripts/licences.mjs [FILE] FILE
// becomes a table (CSV) of all packages with their versions and licences.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Identifiers of SPDX: permissive licences, and MPL, which covers only its own files. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
});
const packages = [...new Set(folders.split('\n').slice(1).filter(Boolean))].map((folder) => {
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  const text = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
  return { name, version, licence: text };
});

const counts = new Map();
for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].sort((one, other) => other[1] - one[1]))
  console.log(`${String(count).padStart(4)}  ${licence}`);

const [report] = process.argv.slice(2);
if (report !== undefined) {
  const lines = packages.map(({ name, version, licence }) =>
    [name, version, `"${licence}"`].join(),
  );
  writeFileSync(report, ['package,version,licence', ...lines.sort(), ''].join('\n'));
}

const refused = packages.filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of refused)
  console.error(`${name}@${version} has the licence ${licence}, which nobody has allowed yet.`);
process.exitCode = refused.length > 0 ? 1 : 0;

/** Whether an expression is allowed: one of its alternatives (OR), or all of its parts (AND). */
function isAllowed(expression) {
  const parts = (text, word) => text.split(new RegExp(` ${word} `)).map((part) => part.trim());
  return parts(expression.replace(/[()]/g, ''), 'OR').some((alternative) =>
    parts(alternative, 'AND').every((licence) => ALLOWED.has(licence)),
  );
}
