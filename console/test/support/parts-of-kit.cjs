/* eslint-disable @typescript-eslint/no-require-imports -- jest loads it as CommonJS */
// The files of the kit that export a component, such as `tables/data-table`.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const KIT = join(__dirname, '../../src/kit');
const isPart = (file) =>
  /^[\w/-]+\.tsx$/.test(file) &&
  file !== 'kit-page.tsx' &&
  /^export function [A-Z]/m.test(readFileSync(join(KIT, file), 'utf8'));

module.exports.PARTS = readdirSync(KIT, { recursive: true, encoding: 'utf8' })
  .filter(isPart)
  .map((file) => file.slice(0, -'.tsx'.length))
  .sort();
