import { Injectable, Logger } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';

const REFRESH_MS = 60_000;
/**
 * Bounds the memory. The oldest applications are kept, so that invented ones do not displace them.
 */
const MAX_APPLICATIONS = 50_000;
const MAX_FEATURES = 200_000;

const NAMES: Statement = {
  name: 'usage-known-names',
  text: /* sql */ `
    SELECT (SELECT COALESCE(json_agg(f.name), '[]') FROM (SELECT name FROM feature LIMIT ${MAX_FEATURES}) f) AS features,
           (SELECT COALESCE(json_agg(a.app_name), '[]')
              FROM (SELECT app_name FROM client_application ORDER BY created_at LIMIT ${MAX_APPLICATIONS}) a) AS applications`,
};

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
      const [row] = await this.database.run<{ features: string[]; applications: string[] }>(NAMES);
      this.names = { features: new Set(row!.features), applications: new Set(row!.applications) };
    } catch (error) {
      this.log.warn(
        { err: error },
        'The names of features and applications could not be read; it will be tried again.',
      );
    }
  }
}
