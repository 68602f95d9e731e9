import { translated } from './refusal-words';

jest.mock('../texts/refusals-of-input', () =>
  jest.requireActual<object>('../texts/de/refusals-of-input'),
);
jest.mock('../texts/refusals-of-state', () =>
  jest.requireActual<object>('../texts/de/refusals-of-state'),
);

test.each([
  [
    'The request cannot be used: name must be shorter than or equal to 100 characters.',
    'Die Anfrage ist ungültig: name darf höchstens 100 Zeichen haben.',
  ],
  [
    'There is no feature "a.b" in the project "shop".',
    'Im Projekt „shop“ gibt es kein Feature „a.b“.',
  ],
  [
    'Nothing was changed. 2 dependent features are on and would be off as well. Remove the dependencies first.',
    'Nichts wurde geändert. 2 abhängige Features sind an und wären dann auch aus. Zuerst die Abhängigkeiten entfernen.',
  ],
])('a refusal is told in German: %s', (message, told) => {
  expect(translated(message)).toBe(told);
});

test('what the console does not know stays as the service says it', () => {
  expect(translated('The moon is "full". Wait.')).toBe('The moon is "full". Wait.');
});
