import { Inject, Injectable } from '@nestjs/common';
import { createRequire } from 'node:module';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ApiError } from '../../../platform/errors/api-error.js';

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
function comparable(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/**
 * Whether a password is commonly known, or is a common one in disguise: with digits and symbols
 * around it, with symbols instead of letters, or repeated. Known passwords are mostly shorter than
 * the minimum length here, so they occur with additions.
 */
function isKnown(password: string): boolean {
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

/** A password, or a user name with it, is wrong; the error does not say which. */
export class PasswordMismatch extends ApiError {
  readonly status = 401;
}

/** The password is empty. */
export class PasswordUndefinedError extends ApiError {
  readonly status = 400;
}

/** The password is too weak; the detail lists every violated rule. */
export class OwaspValidationError extends ApiError {
  readonly status = 400;

  constructor(validationErrors: string[]) {
    super(validationErrors[0]!, [{ message: validationErrors[0]!, validationErrors }]);
  }
}

/** Maximum length of a password; longer ones only take longer to hash. */
const MAX_LENGTH = 200;
/** Shorter names may occur in a password by chance. */
const MIN_NAME_LENGTH = 4;
/** Names of the service, which passwords must not be built from. */
const SERVICE_NAMES = ['unleash'];

/** The user that a password is for, as far as known. */
export interface PasswordOwner {
  name?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | null | undefined;
}

/** Length limits, and words that a password must not be built from. */
interface Rules {
  minLength?: number;
  /** Words that must not make up half of a password. */
  names?: readonly string[];
}

/**
 * Checks a password by NIST SP 800-63B: it must be long enough and not commonly known; character
 * classes do not matter.
 * @throws OwaspValidationError with every violated rule.
 * @throws PasswordUndefinedError when it is empty.
 */
export function requireStrong(
  password: string,
  { minLength = 15, names = SERVICE_NAMES }: Rules = {},
): void {
  if (password === '') throw new PasswordUndefinedError('The password must not be empty.');
  const length = [...password].length;
  if (length > MAX_LENGTH)
    throw new OwaspValidationError([`The password must have at most ${MAX_LENGTH} characters.`]);
  const broken = [
    length < minLength && `The password must have at least ${minLength} characters.`,
    isKnown(password) &&
      'The password is known from breaches, or easily derived from such a password. Choose ' +
        'another one.',
    isMadeOf(password, names) &&
      'The password mainly consists of the name of the user or the service. Choose another one.',
  ].filter((message) => message !== false);
  if (broken.length > 0) throw new OwaspValidationError(broken);
}

/** The password rules of this instance. */
@Injectable()
export class PasswordRules {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws OwaspValidationError with every violated rule. */
  require(password: string, owner: PasswordOwner = {}): void {
    const [account = '', domain = ''] = (owner.email ?? '').split('@');
    const host = new URL(this.config.publicUrl).hostname;
    const own = [owner.name, owner.username, owner.email, account, domain].filter(
      (name) => typeof name === 'string',
    );
    requireStrong(password, {
      minLength: this.config.passwordMinLength,
      names: [...SERVICE_NAMES, host, ...own],
    });
  }
}

/** Whether the names make up half of a password or more. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const text = comparable(password);
  const longestFirst = names.map(comparable).sort((a, b) => b.length - a.length);
  const telling = longestFirst.filter((name) => name.length >= MIN_NAME_LENGTH);
  const rest = telling.reduce((left, name) => left.replaceAll(name, ''), text);
  return rest.length * 2 <= text.length;
}
