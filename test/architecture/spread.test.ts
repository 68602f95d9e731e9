import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from './sources.js';

const ROOT = path.resolve('src');
const CALL = /\.(push|unshift|record|max|min|fromCharCode)\(\s*\.\.\./;
/** Lists that are short, however much a caller sends. */
const SHORT = new Set([
  '../verify/findings.ts',
  'core/auth/permissions/access.ts',
  'serving/sdk-api/delta/delta-view.ts',
  'platform/http/serialize-error.ts',
  'platform/http/validation/validation.pipe.ts',
]);

test('no list of any length becomes the arguments of a call, which have to fit on the stack', () => {
  const files = sourceFiles();
  const spread = files.filter(
    (file) => CALL.test(readFileSync(path.join(ROOT, file), 'utf8')) && !SHORT.has(file),
  );
  expect(spread).toEqual([]);
});
