import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve('src');

interface Import {
  from: string;
  to: string;
  /** Gone after compilation, so it makes no circle. */
  typeOnly: boolean;
}

/** Lower ones know nothing of higher ones. Whatever is not named is a domain. */
const LAYERS: Record<string, number> = {
  config: 0,
  http: 0,
  database: 0,
  sandbox: 0,
  access: 1,
  event: 1,
  'app.module.ts': 3,
  'app.setup.ts': 3,
};
const DOMAIN = 2;
const TOP = 4;

/** These have to know what is above them, and hold nothing else. */
const ALLOWED: Record<string, RegExp> = {
  // the list of all tables: TypeORM takes them in one place
  'database/entities.ts': /\.entity\.ts$/,
  // a program of its own, which builds the whole application to describe it
  'http/openapi/write.ts': /^app\.module\.ts$/,
};

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
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
  return !clause.name && named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly);
}

function layerOf(file: string): number {
  const [first = ''] = file.split(path.sep);
  if (LAYERS[first] !== undefined) return LAYERS[first];
  return first.endsWith('.ts') ? TOP : DOMAIN;
}

test('imports lead down the layers, never up', () => {
  const upwards = imports.filter(({ from, to }) => layerOf(to) > layerOf(from) && !to.startsWith('..') && !ALLOWED[from]?.test(to));
  expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('no exception is listed that is not needed', () => {
  const used = new Set(imports.filter(({ from, to }) => layerOf(to) > layerOf(from)).map(({ from }) => from));
  expect(Object.keys(ALLOWED).filter((file) => !used.has(file))).toEqual([]);
});

/** The circles that one walks into by going from each to the next. */
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
  expect(circlesOf(imports.filter(({ typeOnly }) => !typeOnly).map(({ from, to }) => [from, to] as const))).toEqual([]);
});

test('no domains know one another in a circle, be it by types alone', () => {
  const domainOf = (file: string): string => file.split(path.sep)[0]!;
  const between = imports.filter(({ from, to }) => layerOf(from) === DOMAIN && layerOf(to) === DOMAIN && domainOf(from) !== domainOf(to));
  expect(between.length).toBeGreaterThan(20);
  expect(circlesOf(between.map(({ from, to }) => [domainOf(from), domainOf(to)] as const))).toEqual([]);
});

test('modules need no forward references', () => {
  expect(files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('forwardRef'))).toEqual([]);
});
