import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { EndpointPromise } from '../../../platform/http/endpoint-promise.js';
import { ConfirmationRequired, SecondFactorMissing } from './session.errors.js';
import { ForbiddenError } from '../../../platform/errors/general.errors.js';
import type { Caller, SessionState } from '../caller/caller.js';
import { CONFIRMED } from './confirmation-gate.sql.js';

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
