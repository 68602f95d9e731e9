import common from '@zxcvbn-ts/language-common';

/**
 * Some 49,000 passwords that breaches have shown to be common, in lower case: about 5 MB of memory.
 */
const KNOWN: ReadonlySet<string> = new Set(
  common.dictionary['passwords-common'] as readonly string[],
);

/** What people write in place of letters. */
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

/** How long a part may be whose mere repetition makes no password. */
const SHORT_UNIT = 4;

/**
 * A password in the form in which it is compared: letter case and ways of encoding make no
 * difference.
 */
export function comparable(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/**
 * Whether a password is among those that are known from breaches, or is made of one as people do:
 * with digits and signs at its ends, with signs in place of letters, or repeated. The passwords
 * that are known are mostly shorter than a password may be here, so that they come with something
 * added.
 */
export function isKnown(password: string): boolean {
  const text = comparable(password);
  return isListed(text) || isPadded(text) || isRepeated(text) || isSequence(text);
}

/** The letters of a text without what stands before the first and after the last of them. */
export function coreOf(text: string): { before: string; core: string; after: string } {
  const found = /^([^\p{L}]*)(\p{L}.*\p{L}|\p{L})?([^\p{L}]*)$/su.exec(text);
  return { before: found?.[1] ?? '', core: found?.[2] ?? '', after: found?.[3] ?? '' };
}

function isListed(text: string): boolean {
  return KNOWN.has(text) || KNOWN.has(withLetters(text));
}

function isPadded(text: string): boolean {
  const { before, core, after } = coreOf(text);
  if (!isListed(core)) return false;
  return (
    core.length * 2 >= text.length ||
    [before, after].every((part) => part === '' || KNOWN.has(part))
  );
}

function isRepeated(text: string): boolean {
  const length = text.length;
  for (let unit = 1; unit * 2 <= length; unit++) {
    if (length % unit !== 0 || text.slice(0, unit).repeat(length / unit) !== text) continue;
    return unit <= SHORT_UNIT || KNOWN.has(text.slice(0, unit));
  }
  return false;
}

/**
 * Whether each character follows the one before, or precedes it: `abcdefghijkl`, `987654321098`.
 */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  // nine is followed by zero
  const isStep = (step: number): boolean =>
    codes.every((code, n) => n === 0 || [step, -9 * step].includes(code - codes[n - 1]!));
  return isStep(1) || isStep(-1);
}

function withLetters(text: string): string {
  return [...text].map((character) => LETTER_FOR[character] ?? character).join('');
}
