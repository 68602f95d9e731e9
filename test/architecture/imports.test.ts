import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { sourceFiles } from './sources.js';

const ROOT = path.resolve('src');

interface Import {
  from: string;
  to: string;
  /** Removed by the compiler, so it creates no cycle. */
  typeOnly: boolean;
}

/**
 * The rooms of `src` from the lowest to the highest; each may only import earlier ones. The folders
 * of the two lowest are ordered too. `request` and the files of `src` itself are the application.
 */
const ROOMS = {
  platform: [
    'memory',
    'errors',
    'config',
    'tracing',
    'database',
    'sandbox',
    'http',
    'meters',
    'opentelemetry',
  ],
  core: ['event', 'auth'],
  access: [],
  flags: [],
  audit: [],
  serving: [],
  governance: [],
  safety: [],
  exchange: [],
  instance: [],
} as const satisfies Record<string, readonly string[]>;

/** Every step up: ordered folders, and the other rooms as wholes. */
const LAYERS = Object.entries(ROOMS).flatMap(([room, folders]) =>
  folders.length > 0 ? folders.map((folder) => `${room}/${folder}`) : [room],
);

const files = sourceFiles().filter((file) => !file.startsWith('..'));
const programs = sourceFiles().filter((file) => file.startsWith('..'));
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
    const to = path
      .relative(ROOT, path.resolve(ROOT, path.dirname(file), specifier.text))
      .replace(/\.js$/, '.ts');
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

/** The room and the folder in it: `flags/feature`. */
const folderOf = (file: string): string => file.split(path.sep).slice(0, 2).join('/');

function layerOf(file: string): number {
  const layer = LAYERS.findIndex((one) => file.startsWith(`${one}/`));
  return layer < 0 ? LAYERS.length : layer;
}

test('imports lead down the layers, never up', () => {
  const upwards = imports.filter(
    ({ from, to }) => layerOf(to) > layerOf(from) && !to.startsWith('..'),
  );
  expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('the service imports nothing of the programs beside it', () => {
  const programsOf = /^\.\.\/(?:admin|cli|verify)\//;
  expect(programs.length).toBeGreaterThan(30);
  expect(imports.filter(({ to }) => programsOf.test(to))).toEqual([]);
});

test('every room and every ordered folder is there, and nothing else', () => {
  const outside = files.filter(
    (file) => layerOf(file) === LAYERS.length && file.includes('/') && !file.startsWith('request/'),
  );
  expect(outside).toEqual([]);
  expect(LAYERS.filter((layer) => !files.some((file) => file.startsWith(`${layer}/`)))).toEqual([]);
});

test('no room holds more than a quarter of the source', () => {
  const lines = new Map<string, number>();
  for (const file of files) {
    const [top = ''] = file.split(path.sep);
    lines.set(
      top,
      (lines.get(top) ?? 0) + readFileSync(path.join(ROOT, file), 'utf8').split('\n').length,
    );
  }
  const total = [...lines.values()].reduce((sum, n) => sum + n, 0);
  expect([...lines].filter(([, n]) => n > total / 4)).toEqual([]);
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

test('no folders of rooms import one another in a circle, not even types', () => {
  const between = imports
    .filter(({ from, to }) => !to.startsWith('..') && from.includes('/') && to.includes('/'))
    .map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
    .filter(([from, to]) => from !== to);
  expect(between.length).toBeGreaterThan(20);
  expect(circlesOf(between)).toEqual([]);
});

test('every room has a README that says what lives there and what it may import', () => {
  const names = Object.keys(ROOMS);
  for (const [index, room] of names.entries()) {
    const text = readFileSync(path.join(ROOT, room, 'README.md'), 'utf8');
    expect(text.split('\n').length).toBeLessThan(30);
    for (const folder of readdirSync(path.join(ROOT, room), { withFileTypes: true }))
      if (folder.isDirectory()) expect(text).toContain(`\`${folder.name}/\``);
    const may =
      index === 0
        ? 'none'
        : names
            .slice(0, index)
            .map((name) => `\`${name}\``)
            .join(', ');
    expect(text.replace(/\s+/g, ' ')).toContain(`It may import ${may}.`);
  }
});

test('modules need no forward references', () => {
  expect(
    files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('forwardRef')),
  ).toEqual([]);
});

test('OpenTelemetry is imported by src/platform/opentelemetry alone, which is imported only dynamically', () => {
  const importsAPackage = /from '@opentelemetry\//;
  expect(
    files
      .filter((file) => importsAPackage.test(readFileSync(path.join(ROOT, file), 'utf8')))
      .map((file) => path.dirname(file)),
  ).toEqual(expect.not.arrayContaining([expect.not.stringMatching(/^platform\/opentelemetry$/)]));
  const statically = imports.filter(
    ({ from, to, typeOnly }) =>
      !typeOnly &&
      to.startsWith('platform/opentelemetry/') &&
      !from.startsWith('platform/opentelemetry/'),
  );
  expect(statically.map(({ from }) => from)).toEqual([]);
});

test('the verification of operators begins without the framework, which takes a second', () => {
  const reached = new Set(['../admin/admin.ts', '../admin/backup/verification.ts']);
  const all = [...imports, ...programs.flatMap(importsOf)];
  // A set that grows is walked to its end.
  for (const file of reached)
    for (const { from, to, typeOnly } of all) if (from === file && !typeOnly) reached.add(to);
  expect(reached.size).toBeGreaterThan(30);
  const loading = [...reached].filter((file) =>
    /^import (?!type)[^;]*? from '(@nestjs|typeorm)/m.test(
      readFileSync(path.join(ROOT, file), 'utf8'),
    ),
  );
  expect(loading).toEqual([]);
});
