import { ForbiddenError } from '../../../platform/errors/general.errors.js';
import type { Caller } from '../caller/caller.js';

/**
 * Requires a recent sign-in or confirmation, so that an abandoned session or a stolen token cannot
 * create lasting access.
 * @throws ForbiddenError that says what to do.
 */
export function requireRecentSignIn({ signedInAt, session }: Caller, maxMinutes: number): void {
  if (!signedInAt)
    throw new ForbiddenError(
      'A token cannot create another one: sign in with a browser to create personal tokens.',
    );
  const provenAt = Math.max(signedInAt.getTime(), session?.confirmedAt?.getTime() ?? 0);
  if (Date.now() - provenAt <= maxMinutes * 60_000) return;
  throw new ForbiddenError(
    `You signed in more than ${maxMinutes} minutes ago. Sign out, sign in again, and then ` +
      'create the token.',
  );
}
