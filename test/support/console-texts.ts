import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as ts from 'typescript';

const SOURCES = 'console/src';
const TEXTS = path.join(SOURCES, 'texts');
/** What texts are made with. */
export const FORMAT = path.join(TEXTS, 'format.ts');
const ENGLISH = 'en';

/** A text of the catalogue: its literal parts, and which of its parameters it uses. */
export interface CatalogueText {
  words: string;
  uses: readonly number[];
}

const sourceOf = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The languages besides English: the folders of texts. */
export const otherLanguages = (): string[] =>
  readdirSync(TEXTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The files of a language, by name. */
export function filesOf(language: string): string[] {
  const folder = language === ENGLISH ? TEXTS : path.join(TEXTS, language);
  return readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'format.ts');
}

/** All texts of a language by their places, such as `bulk.ts bulkTexts.titles.on`. */
export function catalogueOf(language: string): Map<string, CatalogueText> {
  const folder = language === ENGLISH ? TEXTS : path.join(TEXTS, language);
  const found = new Map<string, CatalogueText>();
  for (const file of filesOf(language))
    for (const statement of sourceOf(path.join(folder, file)).statements)
      if (ts.isVariableStatement(statement) && statement.modifiers?.some(isExport))
        for (const { name, initializer } of statement.declarationList.declarations)
          if (initializer) collect(initializer, `${file} ${name.getText()}`, found);
  return found;
}

const isExport = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.ExportKeyword;

function collect(node: ts.Expression, place: string, found: Map<string, CatalogueText>): void {
  if (ts.isAsExpression(node)) return collect(node.expression, place, found);
  if (ts.isObjectLiteralExpression(node)) {
    for (const property of node.properties)
      if (ts.isPropertyAssignment(property))
        collect(property.initializer, `${place}.${nameOf(property.name)}`, found);
    return;
  }
  if (ts.isArrayLiteralExpression(node))
    return node.elements.forEach((element, index) => collect(element, `${place}.${index}`, found));
  found.set(place, { words: wordsIn(node), uses: usesOf(node) });
}

const nameOf = (name: ts.PropertyName): string =>
  ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : name.getText();

/** The literal parts of an expression. */
export function wordsIn(node: ts.Node): string {
  if (ts.isStringLiteralLike(node) || isTemplatePart(node)) return node.text;
  const parts: string[] = [];
  node.forEachChild((child) => void parts.push(wordsIn(child)));
  return parts.filter(Boolean).join(' ');
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateLiteralLikeNode =>
  ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** The positions of the parameters that a function uses. */
function usesOf(node: ts.Expression): number[] {
  if (!ts.isArrowFunction(node)) return [];
  const names = node.parameters.map(({ name }) => name.getText());
  const used = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) used.add(child.text);
    child.forEachChild(visit);
  };
  visit(node.body);
  return names.flatMap((name, position) => (used.has(name) ? [position] : []));
}

/** The sources of the console that are neither texts nor tests. */
export function sourcesOfConsole(): ts.SourceFile[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(SOURCES, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\.tsx$|\.d\.ts$/.test(file))
    .filter((file) => !file.startsWith(`${TEXTS}${path.sep}`))
    .map(sourceOf);
}
