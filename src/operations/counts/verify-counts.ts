import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.js';
import { loadConfig } from '../../config/load-config.js';
import { EmbeddedPostgres } from '../../database/embedded/embedded-postgres.js';
import { migrateDatabase } from '../../database/migrate.js';
import { type CountReport, verifyCounts } from './count-verifier.js';

/**
 * Verifies all stored counts of the configured database. With `--repair` it corrects differences.
 * Exits with 1 when there were differences.
 */
async function main(args: string[]): Promise<number> {
  const unknown = args.filter((arg) => arg !== '--repair');
  if (unknown.length > 0)
    throw new Error(`Unknown argument ${unknown[0]}. The only argument is --repair.`);
  const { url, close } = await reach(loadConfig());
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

/** Uses the embedded database of a running service, or starts it. */
async function reach({ database }: Config): Promise<{ url: string; close: () => Promise<void> }> {
  if (database.url) return { url: database.url, close: async () => {} };
  const dir = path.resolve(database.embeddedDir);
  const running = await EmbeddedPostgres.runningAt(dir);
  if (running) return { url: running, close: async () => {} };
  if (!existsSync(path.join(dir, 'pgdata')))
    throw new Error(`There is no database in ${dir}. Set DATABASE_URL or EMBEDDED_DATABASE_DIR.`);
  const embedded = await EmbeddedPostgres.start({ dir });
  await migrateDatabase({ url: embedded.url });
  return { url: embedded.url, close: () => embedded.stop() };
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
