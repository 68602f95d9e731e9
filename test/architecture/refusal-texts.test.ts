import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as ts from 'typescript';
import { catalogueOf, otherLanguages } from '../support/console-texts.js';
import { sourceFiles } from './sources.js';

const PREFIX = /^refusals-[\w-]+\.ts \w+\./;
/** What validates requests says its own sentences, without a full stop. */
const VALIDATOR = 'node_modules/class-validator/cjs/decorator';
const SENTENCE_END = /(?<=\.) (?=[\p{Lu}\d"{])/u;

test.each(otherLanguages())('%s translates what the service says', (language) => {
  const said = saidByService();
  const unknown = refusalsOf(language).filter(
    ([sentence]) => ![sentence, withoutStop(sentence)].some((one) => said.has(one)),
  );

  expect(said.size).toBeGreaterThan(2_000);
  expect(unknown).toEqual([]);
});

test.each(otherLanguages())('%s fills in no more than the service does', (language) => {
  const more = refusalsOf(language).filter(([sentence, words]) => {
    const holes = sentence.split('{}').length - 1;
    return [...words.matchAll(/\{(\d*)\}/g)].some(([, hole]) => !hole || Number(hole) >= holes);
  });

  expect(more).toEqual([]);
});

function refusalsOf(language: string): [sentence: string, words: string][] {
  const found = [...catalogueOf(language)].filter(([place]) => PREFIX.test(place));
  expect(found.length).toBeGreaterThan(100);
  return found.map(([place, { words }]) => [place.replace(PREFIX, ''), words]);
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** All texts of the service, and each of their sentences, with `{}` for what is filled in. */
function saidByService(): Set<string> {
  const said = new Set<string>();
  const add = (text: string): void => {
    for (const one of [text, ...text.split(SENTENCE_END)]) said.add(one);
  };
  for (const file of [...sourceFiles().map((file) => path.join('src', file)), ...validators()]) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      const text = textOf(node);
      if (text !== undefined) add(text);
      node.forEachChild(visit);
    };
    visit(source);
  }
  // The name of a property and what it must be are apart.
  for (const text of [...said]) if (text.startsWith('made of ')) said.add(`{} must be ${text}`);
  return said;
}

const validators = (): string[] =>
  readdirSync(VALIDATOR, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.join(VALIDATOR, file));

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return withHoles(node.text);
  if (ts.isTemplateExpression(node))
    return withHoles(
      node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''),
    );
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken)
    return undefined;
  return withHoles(`${textOf(node.left) ?? '{}'}${textOf(node.right) ?? '{}'}`);
}

/** Parameters of the validator are holes, too, and its prefix for lists is part of one. */
const withHoles = (text: string): string => text.replace(/\$\w+/g, '{}').replace(/^(\{\})+/, '{}');
