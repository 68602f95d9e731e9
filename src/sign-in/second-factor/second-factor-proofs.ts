import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../event/tx.js';
import { TooManyRequestsError } from '../../auth/limits/limits.errors.js';
import { AttemptLimit } from '../../auth/limits/attempt-limit.js';
import { networkOf } from '../../auth/limits/network.js';
import type { PasskeyAssertionDto } from './passkey.dto.js';
import { Passkeys } from './passkeys.js';
import { useRecoveryCode } from './recovery-codes.js';
import { Totp } from './totp.js';
import { ADDRESSES } from './second-factor-proofs.sql.js';

const WINDOW_SECONDS = 15 * 60;
/** How many second factors may be tried for one account from one network in that time. */
const PER_NETWORK = 10;
/**
 * How many codes of an authenticator app may be tried for one account from all networks together
 * that the user has no session from.
 */
const FROM_STRANGERS = 30;

/** A second factor that somebody gives. */
export type Proof =
  | { method: 'totp' | 'recovery-code'; code: string }
  | { method: 'passkey'; credential: PasskeyAssertionDto };

/** Verifies second factors, and limits how many can be tried. */
@Injectable()
export class SecondFactorProofs {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptLimit,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
  ) {}

  /** Whether a proof is right, which uses it up. The user's row must be locked. */
  async accept(userId: number, proof: Proof, tx: Tx): Promise<boolean> {
    if (proof.method === 'passkey')
      return (await this.passkeys.verify(proof.credential, userId, tx)) !== undefined;
    if (proof.method === 'recovery-code') return useRecoveryCode(userId, proof.code, tx);
    return this.totp.accept(userId, proof.code, true, tx);
  }

  /**
   * Counts an attempt before it is looked at. Whoever guesses codes from many networks stops codes
   * alone from being accepted, and only where the user is not known from: the right user gets in by
   * a passkey, by a recovery code, or from a network with a session. @throws TooManyRequestsError
   */
  async admit(userId: number, address: string, { method }: Proof): Promise<void> {
    await this.count(pairOf(userId, address), PER_NETWORK);
    if (method !== 'totp') return;
    const known = await this.database.run(ADDRESSES, [userId]);
    if (known.some((one) => networkOf(one.address) === networkOf(address))) return;
    await this.count(`second factor of ${userId}`, FROM_STRANGERS);
  }

  /** Starts the count for an account and a network anew. */
  async succeeded(userId: number, address: string): Promise<void> {
    await this.attempts.clear(pairOf(userId, address));
  }

  private async count(key: string, limit: number): Promise<void> {
    const { attempts, reset } = await this.attempts.count(key, WINDOW_SECONDS);
    if (attempts > limit) throw new TooManyRequestsError(limit, WINDOW_SECONDS, reset);
  }
}

function pairOf(userId: number, address: string): string {
  return `second factor ${networkOf(address)} ${userId}`;
}
