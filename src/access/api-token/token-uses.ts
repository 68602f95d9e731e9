import { Injectable } from '@nestjs/common';
import { CallerLookup } from '../../core/auth/caller-lookup.js';
import { keyOf, type TokenUse, type UsedToken } from '../../core/auth/caller/token-use-buffer.js';
import { SYSTEM } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { Database } from '../../platform/database/database.js';
import type { BackgroundJob } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { MARK_PERSONAL_SEEN } from '../people/personal-token/personal-token.sql.js';
import { ADD_UNRECORDED, DELETE_EXPIRED, MARK_SEEN, type Use } from './token.sql.js';

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

const EVERY_MS = 30_000;

/**
 * Writes the last use of tokens and their addresses every 30 seconds, with one statement per kind
 * of token, so that no request waits for it.
 */
@Injectable()
export class TokenUseWriter {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly uses: TokenUses,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'token-use',
      everyMs: EVERY_MS,
      run: () => this.writeAll(),
      lastRound: true,
    });
  }

  /** Writes all uses registered before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  /** Writes the uses since the last write. After a failure they are kept for the next write. */
  private async writeAll(): Promise<void> {
    const uses = this.callers.tokenUses.drain();
    try {
      const [ids, personalIds] = [idsOf(uses, 'api-token'), idsOf(uses, 'personal-token')];
      if (ids.length > 0) await this.database.run(MARK_SEEN, [ids]);
      if (personalIds.length > 0)
        await this.database.run(MARK_PERSONAL_SEEN, [personalIds.map(Number)]);
      await this.uses.record(uses);
    } catch (error) {
      this.callers.tokenUses.restore(uses);
      throw error;
    }
  }
}

function idsOf(uses: readonly TokenUse[], kind: UsedToken['kind']): string[] {
  return uses.filter(({ token }) => token.kind === kind).map(({ token }) => token.id);
}
