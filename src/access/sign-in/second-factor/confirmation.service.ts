import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { ForbiddenError, InvalidOperationError } from '../../../platform/errors/general.errors.js';
import { SecondFactorMismatch } from '../session/sign-in.errors.js';
import { AttemptLimit } from '../../../core/auth/limits/attempt-limit.js';
import type { Caller, SessionState } from '../../../core/auth/caller/caller.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { LoginFailures } from '../session/login-failures.js';
import { verifyPassword } from '../../people/user/password.js';
import { Passkeys } from './passkeys.js';
import { type Proof, SecondFactorProofs } from './second-factor-proofs.js';
import {
  LOCK_UNCONFIRMED,
  READ_PASSWORD,
  LOCK_PASSWORD,
  END_CONFIRMATION,
  CONFIRM,
} from './second-factor.sql.js';

/** Number of failed confirmations that end the session, because somebody else may be using it. */
const MAX_FAILURES = 10;
const WINDOW_SECONDS = 3_600;

/** Confirms the identity of a signed-in user before sensitive operations. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly attempts: AttemptLimit,
    private readonly failures: LoginFailures,
    private readonly proofs: SecondFactorProofs,
    private readonly passkeys: Passkeys,
  ) {}

  /** Creates a challenge for a passkey of the user. */
  passkeyOptions(caller: Caller): Promise<object> {
    requireSession(caller);
    return this.passkeys.proofOptions(caller.userId);
  }

  /**
   * Confirms with a second factor.
   * @returns When the confirmation expires.
   * @throws SecondFactorMismatch when the proof is wrong.
   * @throws TooManyRequestsError after too many attempts.
   */
  async byProof(proof: Proof, caller: Caller): Promise<string> {
    const session = requireSession(caller);
    await this.proofs.admit(caller.userId, caller.address ?? '', proof);
    const until = await this.unitOfWork.run(caller, async (tx) => {
      await tx.query(LOCK_UNCONFIRMED, [caller.userId]);
      return (await this.proofs.accept(caller.userId, proof, tx))
        ? confirm(session, tx)
        : undefined;
    });
    if (until === undefined)
      return this.refuse(session, caller, 'The second factor is wrong or was already used.');
    await this.proofs.succeeded(caller.userId, caller.address ?? '');
    return this.succeeded(session, until);
  }

  /**
   * Confirms with the password, for users without a second factor.
   * @returns When the confirmation expires.
   * @throws SecondFactorMismatch when the password is wrong.
   * @throws InvalidOperationError for users with a second factor.
   */
  async byPassword(password: string, caller: Caller): Promise<string> {
    const session = requireSession(caller);
    const [user] = await this.database.run(READ_PASSWORD, [caller.userId]);
    if (user?.hasSecondFactor)
      throw new InvalidOperationError('You have a second factor: confirm with it.');
    if (!user?.hash)
      throw new InvalidOperationError(
        'You have no password here: sign in again, which also confirms your identity.',
      );
    const { hash } = user;
    const isRight = await verifyPassword(password, hash);
    const until = isRight
      ? await this.unitOfWork.run(caller, async (tx) => {
          const [same] = await tx.query(LOCK_PASSWORD, [caller.userId, hash]);
          return same && confirm(session, tx);
        })
      : undefined;
    if (until === undefined) return this.refuse(session, caller, 'The password is wrong.');
    return this.succeeded(session, until);
  }

  private async succeeded(session: SessionState, until: string): Promise<string> {
    await this.attempts.clear(keyOf(session));
    this.callers.invalidate();
    return until;
  }

  private async refuse(session: SessionState, caller: Caller, message: string): Promise<never> {
    this.failures.note(
      { id: caller.userId, name: caller.name },
      'confirmation',
      message,
      caller.address,
    );
    const { attempts } = await this.attempts.count(keyOf(session), WINDOW_SECONDS);
    if (attempts >= MAX_FAILURES) {
      await this.unitOfWork.run(caller, async (tx) => {
        const ended = await tx.query(END_CONFIRMATION, [session.id]);
        const data = { id: caller.userId, sessions: ended.length, reason: 'wrong-confirmations' };
        if (ended.length > 0) await tx.record({ type: 'user-sessions-ended', data });
      });
    }
    throw new SecondFactorMismatch(message);
  }
}

/**
 * @returns When the confirmation expires.
 * @throws SecondFactorMismatch when the session has ended meanwhile.
 */
async function confirm({ id, confirmationMinutes }: SessionState, tx: Tx): Promise<string> {
  const [row] = await tx.query(CONFIRM, [id]);
  if (!row) throw new SecondFactorMismatch('The session has ended. Sign in again.');
  return new Date(row.confirmedAt.getTime() + confirmationMinutes * 60_000).toISOString();
}

function requireSession({ session }: Caller): SessionState {
  if (session) return session;
  throw new ForbiddenError('There is no session to confirm: tokens need no confirmation.');
}

function keyOf({ id }: SessionState): string {
  return `confirmation ${id}`;
}
