import type { Tx } from '../event/tx.js';
import { resealedIn, type SealedStore } from './sealed-store.js';
import { LOCK, READ_SEALED, REPLACE_SEALED, WRITE } from './setting.sql.js';

/** Serialises changes of settings on all instances until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** Stores a setting, whether it existed before or not. */
export async function writeSetting(name: string, content: object, tx: Tx): Promise<void> {
  await tx.query(WRITE, [name, JSON.stringify(content)]);
}

/** Secrets of settings. Their purpose is the name of the setting. */
export const SEALED_SETTINGS: SealedStore = {
  what: 'secrets of settings',
  read: READ_SEALED,
  replace: REPLACE_SEALED,
  resealed: ({ key, content }, reseal) =>
    resealedIn(content, { sealedSecret: key, sealedKey: key }, reseal),
};
