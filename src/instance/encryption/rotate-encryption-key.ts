import { SecretBox } from '../../core/auth/secret-box.js';
import { configOf } from '../../platform/config/load-config.js';
import { printTo, start, type Terminal } from '../../platform/config/program.js';
import { reachDatabase } from '../../platform/database/embedded/reach-database.js';
import { type Reencrypted, reencryptAll } from './reencryption.js';

/** How many rows of a kind are named. */
const MOST_NAMED = 20;

/**
 * Encrypts all stored secrets with `ENCRYPTION_KEY` that are still encrypted with
 * `ENCRYPTION_KEY_ACCEPTED`. Exits with 1 when some of them could not be.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.length > 0) throw new Error(`Unknown argument ${args[0]}. There are none.`);
  const config = configOf(terminal);
  if (config.encryption.key === undefined)
    throw new Error('Set ENCRYPTION_KEY to the new key, and ENCRYPTION_KEY_ACCEPTED to the old.');
  const { url, close } = await reachDatabase(config);
  try {
    const { ssl } = config.database;
    return report(await reencryptAll({ url, ssl }, new SecretBox(config)), printTo(terminal));
  } finally {
    await close();
  }
}

function report(results: readonly Reencrypted[], print: (line: string) => void): number {
  for (const { what, changed, unreadable, missed } of results) {
    print(`${what}: ${changed} encrypted again`);
    if (unreadable.length > 0) print(`  decrypted with no key: ${shortened(unreadable)}`);
    if (missed > 0) print(`  changed meanwhile, repeat the command: ${missed}`);
  }
  const isComplete = results.every(({ unreadable, missed }) => unreadable.length + missed === 0);
  print(
    isComplete
      ? 'Everything is encrypted with ENCRYPTION_KEY. Remove ENCRYPTION_KEY_ACCEPTED.'
      : 'Set what cannot be decrypted again, or accept the key that it was encrypted with.',
  );
  return isComplete ? 0 : 1;
}

function shortened(keys: readonly string[]): string {
  const rest = keys.length - MOST_NAMED;
  return keys.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

void start(import.meta.url, main);
