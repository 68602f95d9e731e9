import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../database/database.js';

const EVERY_MS = 3_600_000;
const REMOVE = { name: 'session-cleanup', text: 'DELETE FROM session WHERE expires_at <= now()' };

/** Removes sessions that have expired, once an hour: they let nobody in any more, they only take room. */
@Injectable()
export class SessionCleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SessionCleanup.name);
  private timer?: NodeJS.Timeout;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.removeExpired(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async removeExpired(): Promise<void> {
    try {
      await this.database.run(REMOVE);
    } catch (error) {
      this.log.warn({ err: error }, 'Expired sessions could not be removed; it will be tried again.');
    }
  }
}
