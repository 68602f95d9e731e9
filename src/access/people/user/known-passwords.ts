import { createRequire } from 'node:module';

type Words = typeof import('@zxcvbn-ts/language-common');

let known: ReadonlySet<string> | undefined;

/**
 * About 49,000 passwords that are common in breaches, in lower case. Read when a password is first
 * chosen, since they take 5 MB of memory.
 */
function knownPasswords(): ReadonlySet<string> {
  if (!known) {
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as Words;
    known = new Set(dictionary['passwords-common'] as readonly string[]);
  }
  return known;
}

/** Characters that commonly replace letters. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Maximum length of a part whose repetition counts as a trivial password. */
const SHORT_UNIT = 4;

/** Normalises a password for comparison: letter case and Unicode encoding do not matter. */
export function comparable(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/**
 * Whether a password is commonly known, or is a common one in disguise: with digits and symbols
 * around it, with symbols instead of letters, or repeated. Known passwords are mostly shorter than
 * the minimum length here, so they occur with additions.
 */
export function isKnown(password: string): boolean {
  const text = comparable(password);
  return isListed(text) || isPadded(text) || isRepeated(text) || isSequence(text);
}

/** The letters of a text, and what precedes and follows them. */
function coreOf(text: string): { before: string; core: string; after: string } {
  const found = /^([^\p{L}]*)(\p{L}.*\p{L}|\p{L})?([^\p{L}]*)$/su.exec(text);
  return { before: found?.[1] ?? '', core: found?.[2] ?? '', after: found?.[3] ?? '' };
}

function isListed(text: string): boolean {
  return knownPasswords().has(text) || knownPasswords().has(withLetters(text));
}

function isPadded(text: string): boolean {
  const { before, core, after } = coreOf(text);
  if (!isListed(core)) return false;
  return (
    core.length * 2 >= text.length ||
    [before, after].every((part) => part === '' || knownPasswords().has(part))
  );
}

function isRepeated(text: string): boolean {
  const length = text.length;
  for (let unit = 1; unit * 2 <= length; unit++) {
    if (length % unit !== 0 || text.slice(0, unit).repeat(length / unit) !== text) continue;
    return unit <= SHORT_UNIT || knownPasswords().has(text.slice(0, unit));
  }
  return false;
}

/**
 * Whether each character is the successor, or each the predecessor, of the one before:
 * `abcdefghijkl`, `987654321098`.
 */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  // Digits wrap around from nine to zero.
  const isStep = (step: number): boolean =>
    codes.every((code, n) => n === 0 || [step, -9 * step].includes(code - codes[n - 1]!));
  return isStep(1) || isStep(-1);
}

function withLetters(text: string): string {
  return [...text].map((character) => LETTER_FOR[character] ?? character).join('');
}
