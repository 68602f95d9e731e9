import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { TooManyRequestsError } from '../../../core/auth/limits/limits.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import {
  VALID_SECONDS,
  MAX_OF_NOBODY,
  ADD,
  FORGET,
  MAKE_ROOM,
  TAKE,
} from './passkey-challenges.sql.js';

/** What a challenge is for. */
export type Purpose = 'registration' | 'proof' | 'sign-in';

/**
 * Stores challenges for passkeys. Each can be used once, for some minutes, by one user and for one
 * purpose.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: Database) {}

  /**
   * Old challenges make room for new ones, because most are never answered.
   * @throws TooManyRequestsError when they arrive faster than room can be made.
   */
  async add(challenge: string, userId: number | null, purpose: Purpose): Promise<void> {
    if ((await this.database.run(ADD, [challenge, userId, purpose])).length > 0) return;
    await this.database.run(FORGET);
    if ((await this.database.run(ADD, [challenge, userId, purpose])).length > 0) return;
    await this.database.run(MAKE_ROOM);
    if ((await this.database.run(ADD, [challenge, userId, purpose])).length > 0) return;
    throw new TooManyRequestsError(MAX_OF_NOBODY, VALID_SECONDS, VALID_SECONDS);
  }

  /**
   * Consumes a challenge.
   * @returns Whether it was open.
   */
  async take(challenge: string, userId: number | null, purpose: Purpose, tx: Tx): Promise<boolean> {
    return (await tx.query(TAKE, [challenge, userId, purpose])).length > 0;
  }
}
