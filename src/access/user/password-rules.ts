import { OwaspValidationError } from '../../http/errors.js';

/** Each rule of the reference, with what it says to whoever breaks it. */
const RULES: readonly [message: string, isKept: (password: string) => boolean][] = [
  ['The password must have at least 10 characters.', (p) => p.length >= 10],
  ['The password must have at most 200 characters.', (p) => p.length <= 200],
  ['The password must not have the same character three times in a row.', (p) => !/(.)\1\1/su.test(p)],
  ['The password must have a lower-case letter.', (p) => /\p{Ll}/u.test(p)],
  ['The password must have an upper-case letter.', (p) => /\p{Lu}/u.test(p)],
  ['The password must have a digit.', (p) => /\d/.test(p)],
  ['The password must have a special character.', (p) => /[^\p{L}\d\s]/u.test(p)],
];

/** Lets a password pass that is strong enough. @throws OwaspValidationError with every rule that it breaks. */
export function requireStrong(password: string): void {
  const broken = RULES.filter(([, isKept]) => !isKept(password)).map(([message]) => message);
  if (broken.length > 0) throw new OwaspValidationError(broken);
}
