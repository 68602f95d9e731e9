import { ForbiddenError } from '../../http/errors.js';
import type { Caller } from '../caller.js';

/**
 * Lets pass who signed in a short time ago, so that a session that was left open, or a stolen token, creates no lasting access.
 * @throws ForbiddenError which says what to do.
 */
export function requireRecentSignIn({ signedInAt }: Caller, maxMinutes: number): void {
  if (!signedInAt) throw new ForbiddenError('A token cannot create another one: sign in with a browser to create personal tokens.');
  if (Date.now() - signedInAt.getTime() <= maxMinutes * 60_000) return;
  throw new ForbiddenError(`You signed in more than ${maxMinutes} minutes ago. Sign out, sign in again, and then create the token.`);
}
