import * as ts from 'typescript';
import {
  catalogueOf,
  filesOf,
  otherLanguages,
  sourcesOfConsole,
  wordsIn,
} from '../support/console-texts.js';

const english = catalogueOf('en');
const others = otherLanguages();

/** Texts whose keys are what the service says in English, which have tests of their own. */
const isCounterpart = ([place]: readonly [string, unknown]): boolean =>
  !/^(refusals-|built-in\.ts)/.test(place);

test('German and French are there', () => {
  expect(others).toEqual(expect.arrayContaining(['de', 'fr']));
  expect(english.size).toBeGreaterThan(2_000);
});

test.each(others)('%s has each text, and each parameter of it', (language) => {
  const texts = catalogueOf(language);
  const named = (one: ReturnType<typeof catalogueOf>): string[] =>
    [...one]
      .filter(isCounterpart)
      .map(([place, { uses }]) => `${place}(${uses.join()})`)
      .sort();

  expect(filesOf(language)).toEqual(filesOf('en'));
  expect(named(texts)).toEqual(named(english));
});

test.each(others)('what %s says in the same words as English is meant', (language) => {
  const same = [...catalogueOf(language)]
    .filter(isCounterpart)
    .filter(([place, { words }]) => words === english.get(place)!.words && /\p{L}{2}/u.test(words))
    .map(([, { words }]) => words);

  expect([...new Set(same)].filter((words) => !SAME[language]?.has(words)).sort()).toEqual([]);
});

test('French has no-break spaces before its punctuation', () => {
  const texts = [...catalogueOf('fr')].filter(([, { words }]) => / [:;?!»%](?!\S)|« /.test(words));

  expect(texts).toEqual([]);
});

test.each(['en', ...others])('percents in %s are written as `percent` does', (language) => {
  const share = new Intl.NumberFormat(language, { style: 'percent' }).format(0.25);
  const found = [...catalogueOf(language)].flatMap(([, { words }]) => words.match(/\d\s?%/g) ?? []);

  expect(found.filter((one) => one.slice(1) !== share.slice(2))).toEqual([]);
});

test('no component has texts of its own', () => {
  const found = sourcesOfConsole().flatMap((source) =>
    textsIn(source).map((text) => `${source.fileName}: ${text}`),
  );

  expect(found.filter((text) => !NO_TEXTS.test(text) && !HYPHENED.test(text))).toEqual([]);
});

test('formats follow the language of the page', () => {
  const found = sourcesOfConsole().filter(({ text }) =>
    /new Intl\.\w+\((?!LOCALE|code\b)|\.toLocale(?!UpperCase)\w*\(|\.toFixed\(/.test(text),
  );

  expect(found.map(({ fileName }) => fileName)).toEqual([]);
});

/** Attributes and properties that people read. */
const READ =
  /^(label|title|placeholder|description|aria-label|ariaLabel|hint|text|alt|message|intro|legend|summary|heading|emptyTitle|empty)$/;

/** Texts that people would read: of elements, of attributes, and sentences. */
function textsIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isThrowStatement(node) || ts.isTypeNode(node)) return;
    const words = ownWords(node);
    if (words && (isRead(node) || SENTENCE.test(words))) found.push(words);
    else node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Two words of small letters after each other, as code has them only in values of CSS. */
const SENTENCE = /(^|\s)\p{L}{2,}[,.:]? \p{Ll}{2,}/u;

function ownWords(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text.trim();
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return wordsIn(node);
  return undefined;
}

function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (!/\p{L}{2}/u.test(ownWords(node) ?? '')) return false;
  if (ts.isJsxText(node)) return true;
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent))
    return READ.test(parent.name.getText());
  return (
    ts.isJsxExpression(parent) &&
    (ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent))
  );
}

/** Names, units and code, which are the same everywhere. */
const NAMES = [
  ...['Administration', 'API', 'Audit', 'CSV', 'Edge', 'Edges', 'Installation', 'JSON'],
  ...['OpenFeature', 'OpenID Connect'],
  ...['Payload', 'Playground', 'SAML', 'SCIM', 'SDK', 'Tag', 'Tags', 'Version', 'variant-'],
  ...[' GET,   POST', ' UTC', ' ms', 'sum(rate(http_requests_total{status=~"5.."}[5m]))'],
];
/** Words that a language shares with English. */
const SAME: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set([
    ...NAMES,
    ...['Browser', 'Code', 'Details', 'Export', 'Feature', 'Features', 'Hash', 'Hosts', 'Import'],
    ...['Information', 'Links', 'Name', 'Operator', 'Parameter', 'Passkeys', 'Person', 'SDKs'],
    'Repository',
    ...[
      'Segment ',
      'Standard',
      'Stickiness',
      'Streams',
      'Text',
      'Tokens',
      'in ',
      ' in ',
      ':   in ',
    ],
  ]),
  fr: new Set([
    ...NAMES,
    ...['Action', 'Actions', 'Application', 'Applications', 'Description', 'Documentation'],
    ...[
      'Exports',
      'Feature flags',
      'Imports',
      'Instance',
      'Instances',
      'JSON Schema',
      'Menu',
      'test',
    ],
    ...['Moment', 'Notifications', 'Page', 'Secret', 'Segments', 'Sessions', 'Type', 'production'],
    ...['instance instances', 'minute minutes', '⌘K Ctrl K'],
  ]),
};
/** Code for other languages, stories for developers, sentences of the API, and what looks so. */
const NO_TEXTS =
  /\/snippets\.ts: |\.story\.tsx: |\/kit-page\.tsx: |\.fixture\.ts: |: (In review|The service|username webauthn|noopener noreferrer)$/;
/** Such as the type of an event. */
const HYPHENED = /: [\w-]+-( [a-z]+)+$/;
