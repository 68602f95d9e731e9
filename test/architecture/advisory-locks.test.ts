import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from './sources.js';

/** The keys of advisory locks that the code declares as constants, with the file of each. */
function declaredKeys(): { key: string; file: string }[] {
  const files = sourceFiles();
  return files.flatMap((file) =>
    [
      ...readFileSync(path.join('src', file), 'utf8').matchAll(
        /const \w*LOCK\w* = (4_242_\d{3});/g,
      ),
    ].map(([, key]) => ({ key: key!, file })),
  );
}

test('no two kinds of work share an advisory lock', () => {
  const files = new Map<string, string[]>();
  for (const { key, file } of declaredKeys()) files.set(key, [...(files.get(key) ?? []), file]);
  expect(files.size).toBeGreaterThan(5);
  expect([...files].filter(([, sharing]) => sharing.length > 1)).toEqual([]);
});
