import { SEALED_TOKENS } from '../src/access/api-token/token-secrets.js';
import { SEALED_SETTINGS } from '../src/core/auth/setting.js';
import type { SealedStore } from '../src/core/auth/sealed-store.js';
import { type SecretBox, UnreadableSecretError } from '../src/core/auth/secret-box.js';
import type { DatabaseAddress } from '../src/platform/database/data-source.js';
import { inMaintenance, type MaintenanceQuery } from '../src/platform/database/maintenance.js';
import { SEALED_ADDONS } from '../src/exchange/integration/addon-secrets.js';
import { SEALED_APPS } from '../src/access/sign-in/second-factor/totp.js';
import { SEALED_SESSIONS } from '../src/access/sign-in/session/sealed-sessions.js';
import { SEALED_KEYS } from '../src/audit/signing/key-store.js';

/** Everything that is stored encrypted. */
const STORES: readonly SealedStore[] = [
  SEALED_KEYS,
  SEALED_SETTINGS,
  SEALED_ADDONS,
  SEALED_APPS,
  SEALED_TOKENS,
  ...SEALED_SESSIONS,
];
/** Rows of one transaction. */
const BATCH = 200;
/** How often a store is read again because rows changed meanwhile. */
const MOST_PASSES = 10;

/** What was done with one kind of secrets. */
export interface Reencrypted {
  what: string;
  /** Number of rows that were encrypted again. */
  changed: number;
  /** Keys of rows that can be decrypted with no key. */
  unreadable: string[];
  /** Number of rows that kept changing meanwhile, so that they may still need the earlier key. */
  missed: number;
}

/**
 * Encrypts everything with the current key that is encrypted with another accepted one. Each
 * transaction changes a few rows, and skips those that are encrypted with the current key already,
 * so it can be interrupted and repeated, while the service runs.
 */
export async function reencryptAll(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  box: SecretBox,
): Promise<Reencrypted[]> {
  const results: Reencrypted[] = [];
  for (const store of STORES) results.push(await reencrypt(store, address, box));
  return results;
}

async function reencrypt(
  store: SealedStore,
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  box: SecretBox,
): Promise<Reencrypted> {
  const result: Reencrypted = { what: store.what, changed: 0, unreadable: [], missed: 0 };
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    [result.unreadable, result.missed] = [[], 0];
    for (let after: string | undefined = ''; after !== undefined;) {
      const start: string = after;
      after = await inMaintenance(address, 'READ COMMITTED', (query) =>
        reencryptSome(store, start, box, query, result),
      );
    }
    if (result.missed === 0) break;
  }
  return result;
}

/** @returns The last key; undefined when there are no more rows. */
async function reencryptSome(
  store: SealedStore,
  after: string,
  box: SecretBox,
  query: MaintenanceQuery,
  result: Reencrypted,
): Promise<string | undefined> {
  const rows = await query(store.read, [after, BATCH]);
  for (const row of rows) {
    const content = await resealed(store, row, box);
    if (content === undefined) result.unreadable.push(row.key);
    if (content === undefined || content === row.content) continue;
    const replaced = await query(store.replace, [row.key, row.content, content]);
    if (replaced.length > 0) result.changed++;
    else result.missed++;
  }
  return rows.length < BATCH ? undefined : rows.at(-1)!.key;
}

/** How many rows of one kind can be decrypted, and the keys of those that cannot. */
export interface Readable {
  what: string;
  readable: number;
  unreadable: string[];
}

/** Tries to decrypt everything that is stored encrypted, and changes nothing. */
export async function readAll(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  box: SecretBox,
): Promise<Readable[]> {
  const results: Readable[] = [];
  for (const store of STORES) {
    const result: Readable = { what: store.what, readable: 0, unreadable: [] };
    for (let after: string | undefined = ''; after !== undefined;) {
      const start: string = after;
      const rows = await inMaintenance(address, 'READ COMMITTED', (query) =>
        query(store.read, [start, BATCH]),
      );
      for (const row of rows)
        if (await isReadable(store, row, box)) result.readable++;
        else result.unreadable.push(row.key);
      after = rows.length < BATCH ? undefined : rows.at(-1)!.key;
    }
    results.push(result);
  }
  return results;
}

/** Without any key, what contains something encrypted is not readable. */
async function isReadable(
  store: SealedStore,
  row: { key: string; content: string },
  box: SecretBox,
): Promise<boolean> {
  let readable = true;
  await store.resealed(row, async (purpose, sealed) => {
    readable &&= box.hasKey && (await box.canOpen(purpose, sealed));
    return sealed;
  });
  return readable;
}

/** The new content, the same if nothing needs to change; undefined when it cannot be decrypted. */
async function resealed(
  store: SealedStore,
  row: { key: string; content: string },
  box: SecretBox,
): Promise<string | undefined> {
  let isChanged = false;
  try {
    const content = await store.resealed(row, async (purpose, sealed) => {
      const again = await box.reseal(purpose, sealed);
      isChanged ||= again !== undefined;
      return again ?? sealed;
    });
    return isChanged ? content : row.content;
  } catch (error) {
    if (error instanceof UnreadableSecretError) return undefined;
    throw error;
  }
}
