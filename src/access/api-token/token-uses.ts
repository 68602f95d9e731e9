import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { keyOf, type TokenUse } from '../../core/auth/caller/token-use-buffer.js';
import { DELETE_EXPIRED, type Use, ADD_UNRECORDED } from './token-uses.sql.js';

/**
 * Records the use of tokens in the audit log: at most one event per token, address and hour across
 * all instances, and at most MAX_ADDRESSES addresses per token and hour.
 */
@Injectable()
export class TokenUses {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Records uses that were not recorded within the last hour. */
  async record(tokenUses: readonly TokenUse[]): Promise<void> {
    const uses = tokenUses.flatMap(({ token, addresses }) =>
      [...addresses].map((address): Use => ({ token: keyOf(token), address })),
    );
    if (uses.length === 0) return;
    const tokens = new Map(tokenUses.map(({ token }) => [keyOf(token), token]));
    await this.unitOfWork.run(SYSTEM, async (tx) => {
      await tx.query(DELETE_EXPIRED);
      const unrecorded = await tx.query(ADD_UNRECORDED, [JSON.stringify(uses)]);
      await tx.recordEntries(
        unrecorded.map(({ token, address }) => {
          const { actor, event } = tokens.get(token)!;
          return { actor: { ...actor, address }, event };
        }),
      );
    });
  }
}
