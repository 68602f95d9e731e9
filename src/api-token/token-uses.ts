import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../event/actor.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { keyOf, MAX_ADDRESSES, type TokenUse } from '../auth/caller/token-use-buffer.js';

/** Ordered by key, so that instances that delete expired rows at the same time cannot deadlock. */
const FORGET = /* sql */ `
  DELETE FROM token_use WHERE (token, address) IN (
    SELECT token, address FROM token_use WHERE told_at <= now() - interval '1 hour' ORDER BY token, address FOR UPDATE /* locks tokenUses */)`;

/** Returns the uses that were not recorded within the last hour, and marks them as recorded. */
const TELL = /* sql */ `
  INSERT INTO token_use (token, address)
  SELECT token, address FROM (
    SELECT s.token, s.address,
           row_number() OVER (PARTITION BY s.token ORDER BY s.address) + (SELECT count(*) FROM token_use t WHERE t.token = s.token) AS n
      FROM jsonb_to_recordset($1) AS s(token text, address text)
     WHERE NOT EXISTS (SELECT FROM token_use t WHERE t.token = s.token AND t.address = s.address)
  ) fresh WHERE n <= ${MAX_ADDRESSES} ORDER BY token, address
  ON CONFLICT ON CONSTRAINT token_use_pkey DO NOTHING
  RETURNING token, address`;

interface Use {
  token: string;
  address: string;
}

/**
 * Records the use of tokens in the audit log: at most one event per token, address and hour across
 * all instances, and at most {@link MAX_ADDRESSES} addresses per token and hour.
 */
@Injectable()
export class TokenUses {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async record(sightings: readonly TokenUse[]): Promise<void> {
    const uses = sightings.flatMap(({ token, addresses }) =>
      [...addresses].map((address): Use => ({ token: keyOf(token), address })),
    );
    if (uses.length === 0) return;
    const tokens = new Map(sightings.map(({ token }) => [keyOf(token), token]));
    await this.unitOfWork.run(SYSTEM, async (tx) => {
      await tx.query(FORGET);
      const unrecorded = await tx.query<Use>(TELL, [JSON.stringify(uses)]);
      await tx.recordEntries(
        unrecorded.map(({ token, address }) => {
          const { actor, event } = tokens.get(token)!;
          return { actor: { ...actor, address }, event };
        }),
      );
    });
  }
}
