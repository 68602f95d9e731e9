import { statement } from '../../../../platform/database/statement.js';
import type { Identity } from '../identity/identity.js';

export const DELETE_EXPIRED = statement<[]>(
  'assertion-store.delete-expired',
  'DELETE FROM saml_assertion WHERE expires_at < now()',
);

/** A ticket lives for a minute, because the browser only follows a redirect in between. */
export const KEEP = statement<
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
export const TAKE = statement<[ticketHash: Buffer], { content: Identity; requestId: string }>(
  'assertion-store.take',
  /* sql */ `
    UPDATE saml_assertion a SET ticket_hash = NULL, content = NULL
      FROM (SELECT digest, content FROM saml_assertion WHERE ticket_hash = $1
        FOR UPDATE /* locks samlAssertions */) was
     WHERE a.digest = was.digest AND a.ticket_expires_at > now()
     RETURNING was.content, a.request_id AS "requestId"`,
);
