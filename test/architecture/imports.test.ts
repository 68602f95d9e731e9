import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve('src');

interface Import {
  from: string;
  to: string;
  /** Removed by the compiler, so it creates no cycle. */
  typeOnly: boolean;
}

/**
 * Layers from the lowest to the highest; each may only import earlier ones. Other folders are
 * domains, and files of `src` itself are the application.
 */
const LAYERS = ['errors', 'config', 'tracing', 'database', 'sandbox', 'http', 'event', 'auth'];
const DOMAIN = LAYERS.length;
const APPLICATION = DOMAIN + 1;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return [];
    const to = path.join(path.dirname(file), specifier.text).replace(/\.js$/, '.ts');
    return [{ from: file, to, typeOnly: isTypeOnly(statement) }];
  });
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function layerOf(file: string): number {
  const [first = ''] = file.split(path.sep);
  if (first.endsWith('.ts')) return APPLICATION;
  return LAYERS.includes(first) ? LAYERS.indexOf(first) : DOMAIN;
}

test('imports lead down the layers, never up', () => {
  const upwards = imports.filter(
    ({ from, to }) => layerOf(to) > layerOf(from) && !to.startsWith('..'),
  );
  expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('every layer is there', () => {
  expect(LAYERS.filter((layer) => !files.some((file) => file.startsWith(`${layer}/`)))).toEqual([]);
});

test('no two folders import each other, at any depth; the modules, where folders are put together, apart', () => {
  const pairs = new Set(
    imports
      .filter(({ from, to }) => !to.startsWith('..') && !from.endsWith('.module.ts'))
      .map(({ from, to }) => [path.dirname(from), path.dirname(to)])
      .filter(([from, to]) => from !== to && to !== '.')
      .map(([from, to]) => `${from} ${to}`),
  );
  expect(pairs.size).toBeGreaterThan(100);
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))).toEqual([]);
});

test('no folder holds more than a fifth of the source', () => {
  const lines = new Map<string, number>();
  for (const file of files) {
    const [top = ''] = file.split(path.sep);
    lines.set(
      top,
      (lines.get(top) ?? 0) + readFileSync(path.join(ROOT, file), 'utf8').split('\n').length,
    );
  }
  const total = [...lines.values()].reduce((sum, n) => sum + n, 0);
  expect([...lines].filter(([, n]) => n > total / 5)).toEqual([]);
});

/** The import cycles. */
function circlesOf(steps: Iterable<readonly [string, string]>): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of steps) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (at: string, trail: string[]): void => {
    const seenAt = trail.indexOf(at);
    if (seenAt >= 0) circles.push([...trail.slice(seenAt), at].join(' -> '));
    if (seenAt >= 0 || done.has(at)) return;
    for (const to of next.get(at) ?? []) walk(to, [...trail, at]);
    done.add(at);
  };
  for (const from of next.keys()) walk(from, []);
  return circles;
}

test('no files import one another in a circle', () => {
  expect(
    circlesOf(
      imports.filter(({ typeOnly }) => !typeOnly).map(({ from, to }) => [from, to] as const),
    ),
  ).toEqual([]);
});

test('no domains know one another in a circle, be it by types alone', () => {
  const domainOf = (file: string): string => file.split(path.sep)[0]!;
  const between = imports.filter(
    ({ from, to }) =>
      layerOf(from) === DOMAIN && layerOf(to) === DOMAIN && domainOf(from) !== domainOf(to),
  );
  expect(between.length).toBeGreaterThan(20);
  expect(circlesOf(between.map(({ from, to }) => [domainOf(from), domainOf(to)] as const))).toEqual(
    [],
  );
});

test('modules need no forward references', () => {
  expect(
    files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('forwardRef')),
  ).toEqual([]);
});

test('OpenTelemetry is imported by src/opentelemetry alone, which is imported only dynamically', () => {
  const importsAPackage = /from '@opentelemetry\//;
  expect(
    files
      .filter((file) => importsAPackage.test(readFileSync(path.join(ROOT, file), 'utf8')))
      .map((file) => path.dirname(file)),
  ).toEqual(expect.not.arrayContaining([expect.not.stringMatching(/^opentelemetry$/)]));
  const statically = imports.filter(
    ({ from, to, typeOnly }) =>
      !typeOnly && to.startsWith('opentelemetry/') && !from.startsWith('opentelemetry/'),
  );
  expect(statically.map(({ from }) => from)).toEqual([]);
});
