import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../database/database.js';
import { CallerLookup } from '../auth/caller-lookup.js';
import type { TokenUse, UsedToken } from '../auth/caller/token-use-buffer.js';
import { TokenUses } from './token-uses.js';

const EVERY_MS = 30_000;

/**
 * What somebody else is changing at this moment is left out rather than waited for: whoever is in
 * use is seen again.
 */
const SEEN = {
  name: 'token-seen',
  text: /* sql */ `
    UPDATE api_token SET seen_at = now()
     WHERE id IN (SELECT id FROM api_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)`,
};

/** The use of a personal token is the use of the service by its user. */
const SEEN_PERSONAL = {
  name: 'personal-token-seen',
  text: /* sql */ `
    WITH seen AS (
      UPDATE personal_token SET seen_at = now()
       WHERE id IN (SELECT id FROM personal_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED) RETURNING user_id
    )
    UPDATE app_user SET seen_at = now()
     WHERE id IN (SELECT id FROM app_user WHERE id IN (SELECT user_id FROM seen) FOR NO KEY UPDATE SKIP LOCKED)`,
};

/**
 * Writes down which tokens have been used: every half minute, all in one statement for each kind,
 * and none when none was. With it the audit log is told from where; no request waits for either.
 */
@Injectable()
export class TokenUseWriter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(TokenUseWriter.name);
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly uses: TokenUses,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  async write(): Promise<void> {
    const sightings = this.callers.sightings.drain();
    try {
      const [ids, personalIds] = [
        idsOf(sightings, 'api-token'),
        idsOf(sightings, 'personal-token'),
      ];
      if (ids.length > 0) await this.database.run(SEEN, [ids]);
      if (personalIds.length > 0) await this.database.run(SEEN_PERSONAL, [personalIds]);
      await this.uses.record(sightings);
    } catch (error) {
      this.callers.sightings.restore(sightings);
      this.log.warn(
        { err: error },
        'The use of tokens could not be written down; it will be tried again.',
      );
    }
  }
}

function idsOf(sightings: readonly TokenUse[], kind: UsedToken['kind']): string[] {
  return sightings.filter(({ token }) => token.kind === kind).map(({ token }) => token.id);
}
