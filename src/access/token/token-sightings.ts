import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { CallerLookup } from '../caller-lookup.js';

const EVERY_MS = 30_000;

/** What somebody else is changing at this moment is left out rather than waited for: whoever is in use is seen again. */
const SEEN = {
  name: 'token-seen',
  text: /* sql */ `
    UPDATE api_token SET seen_at = now()
     WHERE id IN (SELECT id FROM api_token WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)`,
};

/** Writes down which tokens have been used: every half minute, all in one statement, and none when none was. */
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
    const ids = this.callers.takeSeen();
    if (ids.length === 0) return;
    try {
      await this.database.run(SEEN, [ids]);
    } catch (error) {
      this.callers.seenBefore(ids);
      this.log.warn({ err: error }, 'The use of tokens could not be written down; it will be tried again.');
    }
  }
}
