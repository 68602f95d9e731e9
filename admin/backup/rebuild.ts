import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { inMaintenance } from '../../src/platform/database/maintenance.js';
import { SETTLE_RESTORED } from '../../src/core/event/event-tally.sql.js';
import {
  countLines,
  type CountReport,
  verifyCounts,
} from '../../src/instance/operations/counts/count-verifier.js';
import { BackupError } from './backup.errors.js';

/**
 * Maximum number of rounds. A count can depend on one that is corrected in the same round, and is
 * then wrong until the next round.
 */
const MOST_ROUNDS = 3;

/**
 * Rebuilds everything that is derived from other rows, while the service runs: what depends on the
 * ids of transactions, if the database comes from another cluster, and each stored count that is
 * wrong. Everything is compared without locks, and each count is corrected in a short transaction.
 * @returns What was rebuilt.
 * @throws BackupError when a count is still wrong, or verified by an instance at the same time.
 */
export async function rebuild(address: Pick<DatabaseAddress, 'url' | 'ssl'>): Promise<string[]> {
  const lines: string[] = [];
  const [row] = await inMaintenance(address, 'READ COMMITTED', (query) => query(SETTLE_RESTORED));
  if (row!.settled)
    lines.push(
      'The database comes from another cluster: tallies of events, positions of webhooks.',
    );
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const report = await repaired(address);
    if (report.differences.length === 0) return lines;
    for (const line of countLines(report)) if (!line.endsWith(': right')) lines.push(line);
  }
  throw new BackupError(
    'Counts were wrong again after they had been corrected, so something keeps changing them:\n' +
      lines.join('\n'),
  );
}

async function repaired(address: Pick<DatabaseAddress, 'url' | 'ssl'>): Promise<CountReport> {
  const report = await verifyCounts(address, { repair: true });
  if (!report)
    throw new BackupError('The service is currently verifying its counts. Try again later.');
  return report;
}
