import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Commits } from '../event/commits.js';
import { recentlyUsed } from '../../platform/memory/recently-used.js';
import { statement } from '../../platform/database/statement.js';

const EXISTS = statement<[project: string]>(
  'known-projects.exists',
  'SELECT FROM project p WHERE p.id = $1',
);

/** How long a project is cached as existing. */
const KNOWN_MS = 60_000;
/** Upper bound on cached projects. */
const MAX_KNOWN = 10_000;

/**
 * Caches for a minute which projects exist, so that turning a feature off needs no extra statement.
 */
@Injectable()
export class KnownProjects {
  private readonly until = recentlyUsed<number>(MAX_KNOWN);

  constructor(
    private readonly database: Database,
    commits: Commits,
  ) {
    commits.listen((events) => {
      for (const event of events)
        if (event.type === 'project-deleted') this.until.delete(event.project);
    });
  }

  /** Whether the project exists; asks PostgreSQL when that is not cached. */
  async has(project: string): Promise<boolean> {
    const now = Date.now();
    if ((this.until.get(project) ?? 0) > now) return true;
    const found = (await this.database.run(EXISTS, [project], 'hot')).length > 0;
    if (!found) return false;
    this.until.set(project, now + KNOWN_MS);
    return true;
  }
}
