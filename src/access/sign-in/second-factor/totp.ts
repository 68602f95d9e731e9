import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import type { SealedStore } from '../../../core/auth/sealed-store.js';
import { SecretBox } from '../../../core/auth/secret-box.js';
import {
  ACCEPT_TOTP,
  ADD_TOTP,
  READ_TOTP,
  READ_SEALED_TOTP,
  REPLACE_SEALED_TOTP,
} from './second-factor.sql.js';

const PERIOD_SECONDS = 30;

/** Secrets of authenticator apps. */
export const SEALED_APPS: SealedStore = {
  what: 'secrets of authenticator apps',
  read: READ_SEALED_TOTP,
  replace: REPLACE_SEALED_TOTP,
  resealed: ({ key, content }, reseal) => reseal(purposeOf(Number(key)), content),
};

/** The secret of an authenticator app, which is shown once. */
export interface TotpSecret {
  secret: string;
  uri: string;
}

/**
 * One-time codes of authenticator apps (TOTP, RFC 6238) with the parameters that all apps support:
 * six digits, SHA-1, thirty seconds.
 */
@Injectable()
export class Totp {
  constructor(private readonly box: SecretBox) {}

  /**
   * Creates a secret that becomes active with its first code; replaces an inactive one.
   * @returns undefined when the user already has an app.
   * @throws InvalidOperationError when there is no key to encrypt it with.
   */
  async begin(
    userId: number,
    { issuer, account }: { issuer: string; account: string },
    tx: Tx,
  ): Promise<TotpSecret | undefined> {
    const { generateSecret, generateURI } = await import('otplib');
    const secret = generateSecret();
    const added = await tx.query(ADD_TOTP, [
      userId,
      await this.box.seal(purposeOf(userId), secret),
    ]);
    return added.length > 0
      ? { secret, uri: generateURI({ issuer, label: account, secret }) }
      : undefined;
  }

  /**
   * Verifies a code of the current, previous or next thirty seconds. A code, and any older one, is
   * accepted only once. `isConfirmed` says whether the app is already active.
   */
  async accept(userId: number, code: string, isConfirmed: boolean, tx: Tx): Promise<boolean> {
    const [row] = await tx.query(READ_TOTP, [userId, isConfirmed]);
    const token = code.replace(/\s/g, '');
    if (!row || !/^\d{6}$/.test(token)) return false;
    const secret = await this.box.open(purposeOf(userId), row.secret);
    const { verifySync } = await import('otplib');
    const result = verifySync({
      secret,
      token,
      epochTolerance: PERIOD_SECONDS,
      period: PERIOD_SECONDS,
    });
    if (!result.valid || !('timeStep' in result) || result.timeStep <= (row.lastStep ?? -1))
      return false;
    await tx.query(ACCEPT_TOTP, [userId, result.timeStep]);
    return true;
  }
}

function purposeOf(userId: number): string {
  return `the authenticator app of the user ${userId}`;
}
