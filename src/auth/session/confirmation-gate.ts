import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { EndpointPromise } from '../../http/endpoint.js';
import { ConfirmationRequired, SecondFactorMissing } from './session.errors.js';
import { ForbiddenError } from '../../errors/general.errors.js';
import type { Caller, SessionState } from '../caller/caller.js';
import { CONFIRMED } from './confirmation-gate.sql.js';

/** Where a request is about to change something, as far as its path tells. */
interface Place {
  projectId?: string;
  environment?: string;
}

/**
 * Keeps a session from what its user has to prove more for. Costs nothing where no proof is wanted,
 * or a recent one is known.
 */
@Injectable()
export class ConfirmationGate {
  constructor(private readonly database: Database) {}

  /**
   * @throws SecondFactorMissing when the user must have a second factor and has none. @throws
   * ConfirmationRequired
   * @throws ForbiddenError for a token where only the user in person will do.
   */
  async require(
    { session }: Caller,
    promise: EndpointPromise | undefined,
    place: Place,
  ): Promise<void> {
    if (!session) {
      if (promise?.confirm === 'own')
        throw new ForbiddenError(
          'This needs the session of a user who has signed in: a token is not enough.',
        );
      return;
    }
    if (session.lacksSecondFactor && !promise?.beforeSecondFactor) throw new SecondFactorMissing();
    if (isWanted(session, promise?.confirm, place)) await this.requireRecent(session);
  }

  /**
   * Lets somebody turn features on where the project wants a confirmation for that, of which only a
   * body tells the place. @throws ConfirmationRequired
   */
  async requireForSwitching(caller: Caller, confirm: 'on' | 'off', place: Place): Promise<void> {
    const { session } = caller;
    // what a hidden project wants must not tell that it exists
    if (session && caller.sees(place.projectId ?? '') && isWanted(session, confirm, place))
      await this.requireRecent(session);
  }

  /**
   * What was known a moment ago may be out of date, so PostgreSQL is asked before anybody is
   * refused.
   */
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
