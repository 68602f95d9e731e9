import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { hashOf } from '../../../../core/auth/caller/secret-hash.js';
import type { Identity } from '../identity/identity.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import type { AssertionTerms } from './assertion.js';
import { DELETE_EXPIRED, KEEP, TAKE } from './assertion-store.sql.js';

/** Stores used assertions for all instances, because each may be used once. */
@Injectable()
export class AssertionStore {
  constructor(private readonly database: Database) {}

  /**
   * Stores an assertion as used.
   * @returns A ticket with which the browser that requested it continues.
   * @throws SsoRefusal when it was used before.
   */
  async keep(
    { digest, expiresAt, requestId }: AssertionTerms,
    identity: Identity,
  ): Promise<string> {
    await this.database.run(DELETE_EXPIRED);
    const ticket = randomBytes(32).toString('base64url');
    const [kept] = await this.database.run(KEEP, [
      digest,
      expiresAt,
      requestId,
      identity,
      hashOf(ticket),
    ]);
    if (!kept) throw new SsoRefusal('answer-used');
    return ticket;
  }

  /**
   * Consumes a ticket.
   * @returns The identity, and the request it answers.
   */
  async take(ticket: string): Promise<{ content: Identity; requestId: string } | undefined> {
    const [row] = await this.database.run(TAKE, [hashOf(ticket)]);
    return row;
  }
}
