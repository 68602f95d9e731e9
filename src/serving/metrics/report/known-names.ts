import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * Upper bound on remembered applications. The oldest are kept, so that invented ones do not
 * displace them.
 */
const MAX_APPLICATIONS = 50_000;

const MAX_FEATURES = 200_000;

const NAMES = statement<[], { features: string[]; applications: string[] }>(
  'known-names.names',
  /* sql */ `
    SELECT (SELECT COALESCE(json_agg(f.name), '[]')
      FROM (SELECT name FROM feature LIMIT ${MAX_FEATURES}) f) AS features,
           (SELECT COALESCE(json_agg(a.app_name), '[]')
              FROM (SELECT app_name FROM client_application ORDER BY created_at
                LIMIT ${MAX_APPLICATIONS}) a) AS applications`,
);

const REFRESH_MS = 60_000;

interface Names {
  features: Set<string>;
  applications: Set<string>;
}

/**
 * The names of features and applications, up to a minute old. Only refreshed while usage is
 * reported. Until first loaded, every name counts as known.
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

  /** Refreshes in the background, if the names are older than a minute. */
  keepFresh(): void {
    if (performance.now() - this.refreshedAt >= REFRESH_MS) void this.refresh();
  }

  /** Loads the names; keeps the old ones while PostgreSQL cannot be reached. */
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
        'The names of features and applications could not be read; the read will be retried.',
      );
    }
  }
}
