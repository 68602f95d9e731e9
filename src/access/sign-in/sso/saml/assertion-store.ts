import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { hashOf } from '../../../../core/auth/caller/secret-hash.js';
import type { Identity } from '../identity/identity.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import type { AssertionTerms } from './assertion.js';
import { statement } from '../../../../platform/database/statement.js';

const DELETE_EXPIRED = statement<[]>(
  'assertion-store.delete-expired',
  'DELETE FROM saml_assertion WHERE expires_at < now()',
);

/** A ticket lives for a minute, because the browser only follows a redirect in between. */
const KEEP = statement<
  [digest: Buffer, expiresAt: Date, requestId: string, identity: Identity, ticketHash: Buffer]
>(
  'assertion-store.keep',
  /* sql */ `
    INSERT INTO saml_assertion (digest, expires_at, request_id, content, ticket_hash,
      ticket_expires_at)
    VALUES ($1, GREATEST($2::timestamptz, now() + interval '1 minute'), $3, $4, $5,
      now() + interval '1 minute')
    ON CONFLICT ON CONSTRAINT saml_assertion_pkey DO NOTHING RETURNING 1`,
);

/** Removes the personal data once it was read. */
const TAKE = statement<[ticketHash: Buffer], { content: Identity; requestId: string }>(
  'assertion-store.take',
  /* sql */ `
    UPDATE saml_assertion a SET ticket_hash = NULL, content = NULL
      FROM (SELECT digest, content FROM saml_assertion WHERE ticket_hash = $1
        FOR UPDATE /* locks samlAssertions */) was
     WHERE a.digest = was.digest AND a.ticket_expires_at > now()
     RETURNING was.content, a.request_id AS "requestId"`,
);

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
