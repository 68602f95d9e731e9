import { failureTexts as english } from '../texts/failures';
import { failureTexts as french } from '../texts/fr/failures';
import { failureTexts as german } from '../texts/de/failures';
import { wordsOf } from './failure-words';
import { ApiFailure } from './failures';

const taken = new ApiFailure(409, { name: 'NameExistsError', message: 'A flag has this name.' });
const invalid = new ApiFailure(400, { name: 'BadDataError', message: 'weight must be a number.' });

test.each([
  ['German', german, /^Diesen Namen gibt es schon/],
  ['French', french, /^Ce nom existe déjà/],
])('common refusals are told in %s, and others as the service says them', (_, texts, told) => {
  const refusal = jest.spyOn(english, 'refusal').mockImplementation(texts.refusal);
  expect(wordsOf(taken)).toMatch(told);
  expect(wordsOf(invalid)).toBe('weight must be a number.');
  refusal.mockRestore();
});

test('in English, refusals are told as the service says them', () => {
  expect(wordsOf(taken)).toBe('A flag has this name.');
});
