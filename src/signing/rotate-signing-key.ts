import { SecretBox } from '../auth/secret-box.js';
import { loadConfig } from '../config/load-config.js';
import { reachDatabase } from '../database/embedded/reach-database.js';
import { inMaintenance } from '../database/maintenance.js';
import { rotateKey } from './key-store.js';
import { SigningKey } from './signing-key.js';

/**
 * Generates a signing key that replaces the current one on all instances. With `--lost`, the
 * current key does not endorse it, because it can no longer be decrypted.
 */
async function main(args: string[]): Promise<void> {
  const unknown = args.filter((arg) => arg !== '--lost');
  if (unknown.length > 0)
    throw new Error(`Unknown argument ${unknown[0]}. The only argument is --lost.`);
  const config = loadConfig();
  const { url, close } = await reachDatabase(config);
  try {
    const given = config.signingSeed === undefined ? undefined : new SigningKey(config.signingSeed);
    const { id, endorsedBy } = await inMaintenance(
      { url, ssl: config.database.ssl },
      'READ COMMITTED',
      (query) =>
        rotateKey(query, new SecretBox(config), { given, isLost: args.includes('--lost') }),
    );
    process.stdout.write(`The signing key is now ${id}.\n`);
    process.stdout.write(
      endorsedBy === undefined
        ? `No earlier key endorses it. Verify with --trust ${id}.\n`
        : `The key ${endorsedBy} endorses it.\n`,
    );
    if (given) process.stdout.write('It is used once SIGNING_KEY is removed from all instances.\n');
  } finally {
    await close();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(2);
  },
);
