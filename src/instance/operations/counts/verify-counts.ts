import { configOf } from '../../../platform/config/load-config.js';
import { printTo, start, type Terminal } from '../../../platform/config/program.js';
import { reachDatabase } from '../../../platform/database/embedded/reach-database.js';
import { countLines, countVerdict, verifyCounts } from './count-verifier.js';

/**
 * Verifies all stored counts of the configured database. With `--repair` it corrects differences.
 * Exits with 1 when there were differences.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const unknown = args.filter((arg) => arg !== '--repair');
  if (unknown.length > 0)
    throw new Error(`Unknown argument ${unknown[0]}. The only argument is --repair.`);
  const config = configOf(terminal);
  const { url, close } = await reachDatabase(config);
  try {
    const report = await verifyCounts(
      { url, ssl: config.database.ssl },
      { repair: args.includes('--repair') },
    );
    if (!report)
      throw new Error(
        'An instance of the service is currently verifying the counts. Try again later.',
      );
    [...countLines(report), countVerdict(report)].forEach(printTo(terminal));
    return report.differences.length === 0 || report.isRepaired ? 0 : 1;
  } finally {
    await close();
  }
}

void start(import.meta.url, main);
