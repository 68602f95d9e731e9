import type { Config } from '../src/platform/config/config.js';
import { SecretBox } from '../src/core/auth/secret-box.js';
import type { DatabaseAddress } from '../src/platform/database/data-source.js';
import { inMaintenance } from '../src/platform/database/maintenance.js';
import { rotateKey } from '../src/audit/signing/key-store.js';
import { SigningKey } from '../src/audit/signing/signing-key.js';
import { type Reencrypted, reencryptAll } from './reencryption.js';

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;

/** How many rows of a kind are named. */
const MOST_NAMED = 20;

/**
 * Generates a signing key that replaces the current one on all instances. If that is lost, so that
 * it can no longer be decrypted, it does not endorse the new one.
 * @returns What to print.
 */
export async function rotateSigningKey(
  address: Address,
  config: Config,
  isLost: boolean,
): Promise<string[]> {
  const given = config.signingSeed === undefined ? undefined : new SigningKey(config.signingSeed);
  const { id, endorsedBy } = await inMaintenance(address, 'READ COMMITTED', (query) =>
    rotateKey(query, new SecretBox(config), { given, isLost }),
  );
  const endorsement =
    endorsedBy === undefined
      ? `No earlier key endorses it. Verify with --trust ${id}.`
      : `The key ${endorsedBy} endorses it.`;
  const advice = 'It is used once SIGNING_KEY is removed from all instances.';
  return [`The signing key is now ${id}.`, endorsement, ...(given ? [advice] : [])];
}

/**
 * Encrypts all stored secrets with `ENCRYPTION_KEY` that are still encrypted with
 * `ENCRYPTION_KEY_ACCEPTED`.
 */
export async function encryptAgain(
  address: Address,
  config: Config,
): Promise<{ isComplete: boolean; lines: string[] }> {
  const results = await reencryptAll(address, new SecretBox(config));
  const isComplete = results.every(({ unreadable, missed }) => unreadable.length + missed === 0);
  const advice = isComplete
    ? 'Everything is encrypted with ENCRYPTION_KEY. Remove ENCRYPTION_KEY_ACCEPTED.'
    : 'Set what cannot be decrypted again, or accept the key that it was encrypted with.';
  return { isComplete, lines: [...results.flatMap(linesOf), advice] };
}

function linesOf({ what, changed, unreadable, missed }: Reencrypted): string[] {
  return [
    `${what}: ${changed} encrypted again`,
    ...(unreadable.length > 0 ? [`  decrypted with no key: ${shortened(unreadable)}`] : []),
    ...(missed > 0 ? [`  changed meanwhile, repeat the command: ${missed}`] : []),
  ];
}

function shortened(keys: readonly string[]): string {
  const rest = keys.length - MOST_NAMED;
  return keys.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
