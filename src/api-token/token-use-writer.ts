import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { BackgroundJob } from '../database/jobs/background-job.js';
import { BackgroundJobs } from '../database/jobs/background-jobs.js';
import { CallerLookup } from '../auth/caller-lookup.js';
import type { TokenUse, UsedToken } from '../auth/caller/token-use-buffer.js';
import { NOTE_PERSONAL_TOKEN_USE } from '../people/user/personal-token-use.sql.js';
import { TokenUses } from './token-uses.js';

const EVERY_MS = 30_000;

/**
 * Skips rows that another transaction has locked: a token that is in use will be written next time.
 */
const SEEN = {
  name: 'token-seen',
  text: /* sql */ `
    UPDATE api_token SET seen_at = now()
     WHERE id IN (SELECT id FROM api_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)`,
};

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

  /** Writes all that was noted before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  /** Writes what was noted since the last time. What fails is kept for the next time. */
  private async writeAll(): Promise<void> {
    const uses = this.callers.sightings.drain();
    try {
      const [ids, personalIds] = [idsOf(uses, 'api-token'), idsOf(uses, 'personal-token')];
      if (ids.length > 0) await this.database.run(SEEN, [ids]);
      if (personalIds.length > 0) await this.database.run(NOTE_PERSONAL_TOKEN_USE, [personalIds]);
      await this.uses.record(uses);
    } catch (error) {
      this.callers.sightings.restore(uses);
      throw error;
    }
  }
}

function idsOf(uses: readonly TokenUse[], kind: UsedToken['kind']): string[] {
  return uses.filter(({ token }) => token.kind === kind).map(({ token }) => token.id);
}
