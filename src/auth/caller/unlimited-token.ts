import { ForbiddenError } from '../../errors/general.errors.js';
import type { Caller } from './caller.js';

/** Keeps tokens that are limited to projects or environments from changing the account of their user. @throws ForbiddenError */
export function requireUnlimitedToken({ scope }: Caller): void {
  if (scope) throw new ForbiddenError('This token is limited by its scope: it cannot change the account of its user. Sign in instead.');
}
