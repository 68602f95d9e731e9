import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../core/event/tx.js';
import { TooManyRequestsError } from '../../../core/auth/limits/limits.errors.js';
import { AttemptLimit } from '../../../core/auth/limits/attempt-limit.js';
import { networkOf } from '../../../core/auth/limits/caller-key.js';
import type { PasskeyAssertionDto } from './second-factor.dto.js';
import { Passkeys } from './passkeys.js';
import { Totp } from './totp.js';
import { ADDRESSES, COUNT_CODES, REPLACE_CODES, USE_CODE } from './second-factor.sql.js';
import { randomBytes } from 'node:crypto';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';

const WINDOW_SECONDS = 15 * 60;
/** Maximum attempts per account and network within the window. */
const PER_NETWORK = 10;
/**
 * Maximum authenticator-app codes per account within the window, from all networks without a
 * session of the user.
 */
const FROM_STRANGERS = 30;

/** A second-factor proof. */
export type Proof =
  | { method: 'totp' | 'recovery-code'; code: string }
  | { method: 'passkey'; credential: PasskeyAssertionDto };

/** Verifies second factors and limits attempts. */
@Injectable()
export class SecondFactorProofs {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptLimit,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
  ) {}

  /** Verifies and consumes a proof. The user's row must be locked. */
  async accept(userId: number, proof: Proof, tx: Tx): Promise<boolean> {
    if (proof.method === 'passkey')
      return (await this.passkeys.verify(proof.credential, userId, tx)) !== undefined;
    if (proof.method === 'recovery-code') return useRecoveryCode(userId, proof.code, tx);
    return this.totp.accept(userId, proof.code, true, tx);
  }

  /**
   * Counts an attempt before it is verified. Somebody who guesses codes from many networks can only
   * block codes from unknown networks; the user can still use a passkey, a recovery code, or a
   * network with a session.
   * @throws TooManyRequestsError when a limit is reached.
   */
  async admit(userId: number, address: string, { method }: Proof): Promise<void> {
    await this.count(pairOf(userId, address), PER_NETWORK);
    if (method !== 'totp') return;
    const known = await this.database.run(ADDRESSES, [userId]);
    if (known.some((one) => networkOf(one.address) === networkOf(address))) return;
    await this.count(`second factor of ${userId}`, FROM_STRANGERS);
  }

  /** Resets the count for an account and network. */
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

const COUNT = 10;
/** 32 unambiguous characters, each for five bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';
const LENGTH = 16;

/**
 * Replaces the recovery codes of a user, whose row must be locked.
 * @returns The new codes, which cannot be read again.
 */
export async function newRecoveryCodes(userId: number, tx: Tx): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.query(REPLACE_CODES, [userId, codes.map(hashOfCode)]);
  await tx.record({ type: 'user-recovery-codes-created', data: { id: userId, codes: COUNT } });
  return codes;
}

/**
 * Consumes a recovery code.
 * @returns Whether it was valid.
 */
async function useRecoveryCode(userId: number, code: string, tx: Tx): Promise<boolean> {
  if ((await tx.query(USE_CODE, [userId, hashOfCode(code)])).length === 0) return false;
  const [row] = await tx.query(COUNT_CODES, [userId]);
  await tx.record({ type: 'user-recovery-code-used', data: { id: userId, left: row!.left } });
  return true;
}

/** Eighty random bits in groups of four characters. */
function newCode(): string {
  const characters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]!);
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Ignores hyphens, blanks and letter case. A code with this many random bits needs no slow hash.
 */
function hashOfCode(code: string): Buffer {
  return hashOf(code.toLowerCase().replace(/[\s-]/g, ''));
}
