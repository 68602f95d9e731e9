import { SecretBox } from '../../core/auth/secret-box.js';
import { configOf } from '../../platform/config/load-config.js';
import { printTo, start, type Terminal } from '../../platform/config/program.js';
import { reachDatabase } from '../../platform/database/embedded/reach-database.js';
import { inMaintenance } from '../../platform/database/maintenance.js';
import { rotateKey } from './key-store.js';
import { SigningKey } from './signing-key.js';

/**
 * Generates a signing key that replaces the current one on all instances. With `--lost`, the
 * current key does not endorse it, because it can no longer be decrypted.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const unknown = args.filter((arg) => arg !== '--lost');
  if (unknown.length > 0)
    throw new Error(`Unknown argument ${unknown[0]}. The only argument is --lost.`);
  const config = configOf(terminal);
  const { url, close } = await reachDatabase(config);
  try {
    const given = config.signingSeed === undefined ? undefined : new SigningKey(config.signingSeed);
    const { id, endorsedBy } = await inMaintenance(
      { url, ssl: config.database.ssl },
      'READ COMMITTED',
      (query) =>
        rotateKey(query, new SecretBox(config), { given, isLost: args.includes('--lost') }),
    );
    const print = printTo(terminal);
    print(`The signing key is now ${id}.`);
    print(
      endorsedBy === undefined
        ? `No earlier key endorses it. Verify with --trust ${id}.`
        : `The key ${endorsedBy} endorses it.`,
    );
    if (given) print('It is used once SIGNING_KEY is removed from all instances.');
    return 0;
  } finally {
    await close();
  }
}

void start(import.meta.url, main);
