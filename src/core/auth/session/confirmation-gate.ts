import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { ForbiddenError } from '../../../platform/errors/general.errors.js';
import type { EndpointPromise } from '../../../platform/http/endpoint-promise.js';
import type { Caller, SessionState } from '../caller/caller.js';
import { CONFIRMED } from './session-lookup.sql.js';

/** The user must set up a second factor first. */
export class SecondFactorMissing extends ApiError {
  readonly status = 403;

  constructor() {
    super(
      'You must set up a second factor. Add an authenticator app with POST ' +
        '/api/admin/user/second-factor/totp, or a passkey with POST ' +
        '/api/admin/user/second-factor/passkeys/options.',
    );
  }

  override body(): object {
    return { ...(super.body() as object), path: '/api/admin/user/second-factor' };
  }
}

/** The session needs a recent confirmation. */
export class ConfirmationRequired extends ApiError {
  readonly status = 403;

  /** `methods` are the available ways to confirm. */
  constructor(private readonly methods: readonly string[]) {
    super(
      'Confirm your identity: call one of the methods below this path, then repeat the request.',
    );
  }

  override body(): object {
    return {
      ...(super.body() as object),
      path: '/api/admin/user/confirmation',
      methods: this.methods,
    };
  }
}

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

/** The place of a change, as far as the path shows it. */
interface Place {
  projectId?: string;
  environment?: string;
}

/**
 * Refuses sessions that need a confirmation. Costs nothing when none is required or a recent one is
 * cached.
 */
@Injectable()
export class ConfirmationGate {
  constructor(private readonly database: Database) {}

  /**
   * @throws SecondFactorMissing when the user must set up a second factor first.
   * @throws ConfirmationRequired when the session needs a recent confirmation.
   * @throws ForbiddenError for a token, where only a session will do.
   */
  async require(
    { session }: Caller,
    promise: EndpointPromise | undefined,
    place: Place,
  ): Promise<void> {
    if (!session) {
      if (promise?.confirm === 'own')
        throw new ForbiddenError(
          'This requires the session of a signed-in user; a token is not accepted.',
        );
      return;
    }
    if (session.lacksSecondFactor && !promise?.beforeSecondFactor) throw new SecondFactorMissing();
    if (isWanted(session, promise?.confirm, place)) await this.requireRecent(session);
  }

  /**
   * Checks a confirmation whose place is only known from the body, or from an event.
   * @throws ConfirmationRequired when one is required.
   */
  async requireIn(
    caller: Caller,
    confirm: EndpointPromise['confirm'],
    place: Place,
  ): Promise<void> {
    const { session } = caller;
    // The requirements of a hidden project must not reveal that it exists.
    if (session && caller.sees(place.projectId ?? '') && isWanted(session, confirm, place))
      await this.requireRecent(session);
  }

  /** Cached state may be outdated, so PostgreSQL is asked before a request is refused. */
  private async requireRecent({
    id,
    confirmedAt,
    confirmationMinutes,
  }: SessionState): Promise<void> {
    if (confirmedAt && confirmedAt.getTime() > Date.now() - confirmationMinutes * 60_000) return;
    const [row] = await this.database.run(CONFIRMED, [id, confirmationMinutes]);
    if (!row?.isRecent)
      throw new ConfirmationRequired(row?.methods.length ? row.methods : ['password']);
  }
}

function isWanted(
  session: SessionState,
  confirm: EndpointPromise['confirm'],
  place: Place,
): boolean {
  if (confirm === undefined) return false;
  if (confirm === 'own') return true;
  if (confirm === 'sensitive') return session.hasSecondFactor;
  const wanted = session.confirmIn[place.projectId ?? ''];
  if (confirm === 'policy') return wanted !== undefined || session.hasSecondFactor;
  if (wanted === undefined || (confirm === 'off' && wanted !== 'always')) return false;
  return (
    place.environment === undefined || session.productionEnvironments.includes(place.environment)
  );
}
