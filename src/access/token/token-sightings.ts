import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { CallerLookup } from '../caller-lookup.js';

const EVERY_MS = 30_000;

/** What somebody else is changing at this moment is left out rather than waited for: whoever is in use is seen again. */
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

/** Writes down which tokens have been used: every half minute, all in one statement for each kind, and none when none was. */
@Injectable()
export class TokenSightings implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(TokenSightings.name);
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly callers: CallerLookup,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  async write(): Promise<void> {
    await this.note(SEEN, this.callers.seenTokens);
    await this.note(SEEN_PERSONAL, this.callers.seenPersonalTokens);
  }

  private async note<Id>(statement: Statement, sightings: { take(): Id[]; add(...ids: Id[]): void }): Promise<void> {
    const ids = sightings.take();
    if (ids.length === 0) return;
    try {
      await this.database.run(statement, [ids]);
    } catch (error) {
      sightings.add(...ids);
      this.log.warn({ err: error }, 'The use of tokens could not be written down; it will be tried again.');
    }
  }
}
