import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every page of the repository, as git knows it or as it is new here. */
const PAGES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'])
  .toString()
  .split('\n')
  .filter((file) => file && existsSync(file));
/** A link to a page or file here: not one with a scheme. */
const LINK = /\]\((?![a-z]+:)([^)\s]*)\)/g;

/** The text of a page without code, in which brackets are not links. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function brokenLinksOf(page: string): string[] {
  return [...proseOf(page).matchAll(LINK)].flatMap(([, link]) => {
    const [file = '', anchor] = link!.split('#');
    const target = file ? path.join(path.dirname(page), file) : page;
    if (!existsSync(target)) return [`${page}: ${link}`];
    const hasAnchor = !anchor || !target.endsWith('.md') || anchorsOf(target).has(anchor);
    return hasAnchor ? [] : [`${page}: ${link}`];
  });
}

test('every link of every page leads to a file that exists, and to a heading in it', () => {
  expect(PAGES.length).toBeGreaterThan(80);
  expect(PAGES.flatMap(brokenLinksOf)).toEqual([]);
});
