import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { NAMES } from './known-names.sql.js';

const REFRESH_MS = 60_000;

interface Names {
  features: Set<string>;
  applications: Set<string>;
}

/**
 * Which features and applications there are, up to a minute late. It is read again only while usage
 * is being reported. Until it has been read for the first time every name counts as known.
 */
@Injectable()
export class KnownNames {
  private readonly log = new Logger(KnownNames.name);
  private names: Names | undefined;
  private refreshedAt = -Infinity;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  hasFeature(name: string): boolean {
    return this.names?.features.has(name) ?? true;
  }

  hasApplication(name: string): boolean {
    return this.names?.applications.has(name) ?? true;
  }

  /** Reads the names again in the background, if that was not done within the last minute. */
  keepFresh(): void {
    if (performance.now() - this.refreshedAt >= REFRESH_MS) void this.refresh();
  }

  /** Reads the names. When PostgreSQL cannot be reached, those of before stay. */
  async refresh(): Promise<void> {
    this.refreshing ??= this.read().finally(() => (this.refreshing = undefined));
    await this.refreshing;
  }

  private async read(): Promise<void> {
    this.refreshedAt = performance.now();
    try {
      const [row] = await this.database.run(NAMES);
      this.names = { features: new Set(row!.features), applications: new Set(row!.applications) };
    } catch (error) {
      this.log.warn(
        { err: error },
        'The names of features and applications could not be read; it will be tried again.',
      );
    }
  }
}
