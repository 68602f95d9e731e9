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

test('German and French are there', () => {
  expect(others).toEqual(expect.arrayContaining(['de', 'fr']));
  expect(english.size).toBeGreaterThan(2_000);
});

test.each(others)('%s has each text, and each parameter of it', (language) => {
  const texts = catalogueOf(language);
  const named = (one: ReturnType<typeof catalogueOf>): string[] =>
    [...one].map(([place, { uses }]) => `${place}(${uses.join()})`).sort();

  expect(filesOf(language)).toEqual(filesOf('en'));
  expect(named(texts)).toEqual(named(english));
});
