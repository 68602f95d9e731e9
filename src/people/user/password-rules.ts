import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { OwaspValidationError } from './password.errors.js';
import { comparable, isKnown } from './known-passwords.js';

/** How many characters a password has at most: more would only cost time to hash. */
const MAX_LENGTH = 200;
/** A shorter name says nothing about a password that contains it. */
const MIN_NAME_LENGTH = 4;
/** What the service is called. */
const SERVICE_NAMES = ['unleash'];

/** Whose password it is to be, as far as that is known. */
export interface PasswordOwner {
  name?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | null | undefined;
}

/** How long passwords are, and what they must not be made of. */
interface Rules {
  minLength?: number;
  /** Names that a password must not mainly consist of. */
  names?: readonly string[];
}

/**
 * Lets a password pass that is strong enough after NIST SP 800-63B: its length counts, and that
 * nobody else knows it; which kinds of characters it has does not. @throws OwaspValidationError
 * with every rule that it breaks.
 */
export function requireStrong(
  password: string,
  { minLength = 15, names = SERVICE_NAMES }: Rules = {},
): void {
  const length = [...password].length;
  if (length > MAX_LENGTH)
    throw new OwaspValidationError([`The password must have at most ${MAX_LENGTH} characters.`]);
  const broken = [
    length < minLength && `The password must have at least ${minLength} characters.`,
    isKnown(password) &&
      'The password is known from breaches, or easily derived from one that is: choose another.',
    isMadeOf(password, names) &&
      'The password is little more than the name of the user or of the service: choose another.',
  ].filter((message) => message !== false);
  if (broken.length > 0) throw new OwaspValidationError(broken);
}

/** The rules of this instance for passwords. */
@Injectable()
export class PasswordRules {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws OwaspValidationError with every rule that the password breaks. */
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

/** Whether half of a password or more consists of the names. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const text = comparable(password);
  const longestFirst = names.map(comparable).sort((a, b) => b.length - a.length);
  const telling = longestFirst.filter((name) => name.length >= MIN_NAME_LENGTH);
  const rest = telling.reduce((left, name) => left.replaceAll(name, ''), text);
  return rest.length * 2 <= text.length;
}
