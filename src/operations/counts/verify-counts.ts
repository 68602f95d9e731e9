import { loadConfig } from '../../config/load-config.js';
import { reachDatabase } from '../../database/embedded/reach-database.js';
import { type CountReport, verifyCounts } from './count-verifier.js';

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
    process.stdout.write(`${told(report)}\n`);
    return report.differences.length === 0 || report.isRepaired ? 0 : 1;
  } finally {
    await close();
  }
}

function told({ verified, differences, isRepaired }: CountReport): string {
  const lines = verified.map((name) => {
    const difference = differences.find((one) => one.name === name);
    if (!difference) return `${name}: right`;
    const examples = difference.examples.map(
      ({ key, expected, found }) => `  ${key}: ${found}, should be ${expected}`,
    );
    const more = difference.places - examples.length;
    return [
      `${name}: wrong in ${difference.places} places`,
      ...examples,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n');
  });
  const verdict =
    differences.length === 0
      ? 'All counts are correct.'
      : isRepaired
        ? 'The wrong counts were corrected.'
        : 'Run this with --repair to correct them.';
  return [...lines, verdict].join('\n');
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(2);
  },
);
