import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { BackgroundJob } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { CallerLookup } from '../../core/auth/caller-lookup.js';
import type { TokenUse, UsedToken } from '../../core/auth/caller/token-use-buffer.js';
import { MARK_PERSONAL_SEEN } from '../people/user/personal-token-use.sql.js';
import { TokenUses } from './token-uses.js';
import { MARK_SEEN } from './token-use-writer.sql.js';

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
