import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { TooManyRequestsError } from '../../auth/limits/limits.errors.js';
import type { Tx } from '../../event/tx.js';

const VALID_SECONDS = 5 * 60;
/** How many challenges of one user may be open: a new one replaces the oldest. */
const MAX_OF_USER = 5;
/**
 * How many challenges may be open for people of whom it is not known yet who they are: a new one
 * replaces some of the oldest.
 */
const MAX_OF_NOBODY = 10_000;

/** What a passkey is asked for. */
export type Purpose = 'registration' | 'proof' | 'sign-in';

const ADD = {
  name: 'passkey-challenge-add',
  text: /* sql */ `
    WITH excess AS (
      DELETE FROM passkey_challenge WHERE challenge IN (
        SELECT challenge FROM passkey_challenge WHERE user_id = $2 ORDER BY expires_at DESC OFFSET ${MAX_OF_USER - 1})
    )
    INSERT INTO passkey_challenge (challenge, user_id, purpose, expires_at)
    SELECT $1, $2, $3, now() + make_interval(secs => ${VALID_SECONDS})
     WHERE $2::integer IS NOT NULL OR (SELECT count(*) FROM passkey_challenge WHERE user_id IS NULL) < ${MAX_OF_NOBODY}
    RETURNING 1`,
};
const FORGET = {
  name: 'passkey-challenge-forget',
  text: 'DELETE FROM passkey_challenge WHERE expires_at <= now()',
};
/** So many at once that a flood does not cost a look at all of them each time. */
const MAKE_ROOM = {
  name: 'passkey-challenge-make-room',
  text: /* sql */ `
    DELETE FROM passkey_challenge WHERE challenge IN (
      SELECT challenge FROM passkey_challenge WHERE user_id IS NULL ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
};
const TAKE = /* sql */ `
  DELETE FROM passkey_challenge WHERE challenge = $1 AND user_id IS NOT DISTINCT FROM $2 AND purpose = $3 AND expires_at > now() RETURNING 1`;

/**
 * Keeps the challenges that passkeys are to sign: each is good once, for some minutes, for one user
 * and one purpose.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: Database) {}

  /**
   * Nobody is refused for too many others: most of these never go on. @throws TooManyRequestsError
   * when more come than room can be made for.
   */
  async add(challenge: string, userId: number | null, purpose: Purpose): Promise<void> {
    if ((await this.database.run(ADD, [challenge, userId, purpose])).length > 0) return;
    await this.database.run(FORGET);
    if ((await this.database.run(ADD, [challenge, userId, purpose])).length > 0) return;
    await this.database.run(MAKE_ROOM);
    if ((await this.database.run(ADD, [challenge, userId, purpose])).length > 0) return;
    throw new TooManyRequestsError(MAX_OF_NOBODY, VALID_SECONDS, VALID_SECONDS);
  }

  /** Uses a challenge up. @returns Whether it was open. */
  async take(challenge: string, userId: number | null, purpose: Purpose, tx: Tx): Promise<boolean> {
    return (await tx.query(TAKE, [challenge, userId, purpose])).length > 0;
  }
}
