import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ENTITIES } from '../../src/entities.js';
import { WRITES_WITHOUT_TX } from './writes-without-tx.js';
import { sourceFiles } from './sources.js';

const ROOT = path.resolve('src');
const files = sourceFiles();
const sources = new Map(
  files.map((file) => [
    file,
    ts.createSourceFile(
      file,
      readFileSync(path.join(ROOT, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    ),
  ]),
);

/** Matches statements that write, including those that do so in a function of PostgreSQL. */
const WRITE =
  /\b(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE|(?<!\b(?:FOR|DO|KEY) )UPDATE (?:[a-z_]+|\$\{\w+\})\s)|\b(?:advance_event_tally|settle_restored_events|add_usage_day|drop_usage_before)\(/;
/** The methods of `Database` and `ShortStatements` that run a statement. */
const RUNS = new Set(['run', 'read', 'runBoth', 'trySend', 'runFor', 'query', 'longRead']);

/** The declaration of a name in a file, or in another file that it imports. */
function declarationOf(name: string, file: string): { node: ts.Node; file: string } | undefined {
  for (const statement of sources.get(file)?.statements ?? []) {
    if (ts.isVariableStatement(statement))
      for (const { name: declared, initializer } of statement.declarationList.declarations)
        if (declared.getText() === name && initializer) return { node: initializer, file };
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name)
      return { node: statement, file };
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const named = statement.importClause?.namedBindings;
      if (!named || !ts.isNamedImports(named)) continue;
      const found = named.elements.find((element) => element.name.text === name);
      const to = path
        .relative(ROOT, path.resolve(ROOT, path.dirname(file), statement.moduleSpecifier.text))
        .replace(/\.js$/, '.ts');
      if (found) return declarationOf((found.propertyName ?? found.name).text, to);
    }
  }
  return undefined;
}

/** The text of an expression, and of everything that its names refer to. */
function textOf(node: ts.Node, file: string, known = new Set<ts.Node>()): string {
  if (known.has(node)) return '';
  known.add(node);
  const texts = [node.getText()];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) {
      const declared = declarationOf(child.text, file);
      if (declared) texts.push(textOf(declared.node, declared.file, known));
    }
    child.forEachChild(visit);
  };
  visit(node);
  return texts.join('\n');
}

/**
 * Whether a statement writes. A statement in a variable counts as writing when any statement of its
 * file does.
 */
function writes(statement: ts.Expression, file: string): boolean {
  const isVariable = ts.isIdentifier(statement) && !declarationOf(statement.text, file);
  return WRITE.test(textOf(isVariable ? sources.get(file)! : statement, file));
}

/** The statement of `callOf(statement, values)`, or of an object whose `call` is that. */
function statementOf(argument: ts.Expression | undefined): ts.Expression | undefined {
  if (argument && ts.isObjectLiteralExpression(argument)) {
    const call = argument.properties.find(({ name }) => name?.getText() === 'call');
    return call && ts.isPropertyAssignment(call) ? statementOf(call.initializer) : argument;
  }
  if (!argument || !ts.isCallExpression(argument)) return argument;
  return argument.expression.getText() === 'callOf' ? argument.arguments[0] : argument;
}

/** The places where a file passes `Database` a statement that writes. */
function writesOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      RUNS.has(node.expression.name.text) &&
      /\b(?:database|shortStatements)$/.test(node.expression.expression.getText())
    ) {
      const [first, second] = node.arguments;
      const method = node.expression.name.text;
      const statements = /^(longRead|runFor|pagesFor)$/.test(method)
        ? [second]
        : /both/i.test(method)
          ? [first, second]
          : [first];
      for (const statement of statements.map(statementOf))
        if (statement && writes(statement, file)) found.push(statement.getText().split('\n')[0]!);
    }
    node.forEachChild(visit);
  };
  visit(sources.get(file)!);
  return found;
}

test('a write needs a Tx, but for what is listed with its reason', () => {
  const found = files.flatMap((file) => writesOf(file).map((name) => `${file}: ${name}`));
  const listed = Object.entries(WRITES_WITHOUT_TX).flatMap(([file, { statements }]) =>
    statements.map((name) => `${file}: ${name}`),
  );

  expect([...new Set(found)].sort()).toEqual(listed.sort());
});

test('every entity is written by a repository: a table that is not needs none', () => {
  const text = [...sources.values()].map((source) => source.text).join('\n');
  const idle = (ENTITIES as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !new RegExp(`\\b(?:repo\\(|tx\\.insert\\(\\s*)${name}\\b`).test(text));

  expect(idle).toEqual([]);
});

test('every entity is one that the data source knows', () => {
  const declared = files
    .filter((file) => file.endsWith('.entity.ts'))
    .flatMap((file) =>
      [...sources.get(file)!.text.matchAll(/@Entity\(.*\)\s*export class (\w+)/g)].map(
        ([, name]) => name!,
      ),
    );

  expect(declared.sort()).toEqual((ENTITIES as { name: string }[]).map(({ name }) => name).sort());
});
