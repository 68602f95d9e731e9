import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { comparable, isKnown } from './known-passwords.js';

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
