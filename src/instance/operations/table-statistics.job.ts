import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { inMaintenance } from '../../platform/database/maintenance.js';
import { ANALYZE_TABLE, FIND_UNANALYZED, TAKE_ANALYSIS } from './operations.sql.js';

const EVERY_MS = 6 * 3_600_000;
/** Soon after the start, since the database may have been restored or upgraded before. */
const FIRST_MS = 10_000;

/**
 * Analyzes large tables without statistics, as after `pg_restore` or `pg_upgrade`. PostgreSQL
 * chooses slow plans until it does so itself, which it only does for tables that are changed a lot.
 */
@Injectable()
export class TableStatisticsJob {
  private readonly log = new Logger(TableStatisticsJob.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'table-statistics',
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      run: () => this.analyze(),
    });
  }

  async analyze(): Promise<void> {
    const { database } = this.config;
    const address = { ...database, url: database.url! };
    const tables = await inMaintenance(address, 'READ COMMITTED', async (query) => {
      const [turn] = await query(TAKE_ANALYSIS);
      if (!turn!.taken) return [];
      const found = await query(FIND_UNANALYZED);
      for (const { name } of found) await query(ANALYZE_TABLE(name));
      return found;
    });
    if (tables.length > 0) this.log.log(`Analyzed ${tables.length} tables that had no statistics.`);
  }
}
