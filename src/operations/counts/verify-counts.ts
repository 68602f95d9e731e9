import { loadConfig } from '../../config/load-config.js';
import { reachDatabase } from '../../database/embedded/reach-database.js';
import { countLines, countVerdict } from './count-report.js';
import { verifyCounts } from './count-verifier.js';

/**
 * Verifies all stored counts of the configured database. With `--repair` it corrects differences.
 * Exits with 1 when there were differences.
 */
async function main(args: string[]): Promise<number> {
  const unknown = args.filter((arg) => arg !== '--repair');
  if (unknown.length > 0)
    throw new Error(`Unknown argument ${unknown[0]}. The only argument is --repair.`);
  const { url, close } = await reachDatabase(loadConfig());
  try {
    const report = await verifyCounts(
      { url, ssl: loadConfig().database.ssl },
      { repair: args.includes('--repair') },
    );
    if (!report)
      throw new Error(
        'An instance of the service is currently verifying the counts. Try again later.',
      );
    process.stdout.write(`${[...countLines(report), countVerdict(report)].join('\n')}\n`);
    return report.differences.length === 0 || report.isRepaired ? 0 : 1;
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(2);
  },
);
