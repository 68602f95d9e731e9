import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../event/tx.js';
import { resealedIn, type SealedStore } from './sealed-store.js';
import { LOCK, READ, READ_SEALED, REPLACE_SEALED, WRITE } from './setting.sql.js';

/** Serialises changes of settings on all instances until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** Stores a setting, whether it existed before or not. */
export async function writeSetting(name: string, content: object, tx: Tx): Promise<void> {
  await tx.query(WRITE, [name, JSON.stringify(content)]);
}

/** What becomes of a setting, and the part of it that events may show. */
export interface SettingChange<Stored extends object> {
  name: string;
  /** What counts as stored while nothing is; without it, the first content is a change. */
  preset?: Stored;
  change: (before: Stored | undefined, tx: Tx) => Stored | Promise<Stored>;
  shown?: (stored: Stored) => object;
}

/**
 * Replaces a setting and records it. Nothing is recorded when it is the same as before.
 * @returns The setting, and whether it is another one now.
 */
export async function changeSetting<Stored extends object>(
  { name, preset, change, shown = (stored) => stored }: SettingChange<Stored>,
  tx: Tx,
): Promise<{ stored: Stored; isChanged: boolean }> {
  await lockSettings(tx);
  const [row] = await tx.query(READ, [[name]]);
  const before = row?.content as Stored | undefined;
  const stored = await change(before, tx);
  if (isDeepStrictEqual(before ?? preset, stored)) return { stored, isChanged: false };
  await writeSetting(name, stored, tx);
  const data = { id: name, ...shown(stored) };
  if (before)
    await tx.record({ type: 'setting-updated', data, preData: { id: name, ...shown(before) } });
  else await tx.record({ type: 'setting-created', data });
  return { stored, isChanged: true };
}

/** Secrets of settings. Their purpose is the name of the setting. */
export const SEALED_SETTINGS: SealedStore = {
  what: 'secrets of settings',
  read: READ_SEALED,
  replace: REPLACE_SEALED,
  resealed: ({ key, content }, reseal) =>
    resealedIn(content, { sealedSecret: key, sealedKey: key }, reseal),
};
