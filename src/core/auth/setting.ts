import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../event/tx.js';
import { resealedIn, type SealedStore } from './sealed-store.js';
import { statement } from '../../platform/database/statement.js';

/** Key of the advisory lock for changes of settings; the same in every instance. */
export const SETTINGS_LOCK = 4_242_015;

/** Serialises changes of settings, which may have no row yet, until the transaction ends. */
const LOCK = statement<[]>(
  'setting.lock',
  `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK}) /* locks setup */`,
);

/** Settings with an encrypted text. */
const READ_SEALED = statement<[after: string, most: number], { key: string; content: string }>(
  'setting.read-sealed',
  /* sql */ `
    SELECT name AS key, content::text AS content FROM setting
     WHERE content ?| '{sealedSecret,sealedKey}' AND name > $1 ORDER BY name LIMIT $2`,
);

const REPLACE_SEALED = statement<[name: string, before: string, after: string]>(
  'setting.replace-sealed',
  /* sql */ `
    UPDATE setting SET content = $3 WHERE name = $1 AND content = $2::jsonb RETURNING 1`,
);

export const WRITE = statement<[name: string, content: string]>(
  'setting.write',
  /* sql */ `
    INSERT INTO setting (name, content) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT setting_pkey DO UPDATE SET content = $2`,
);

export const READ = statement<[names: readonly string[]], { name: string; content: object }>(
  'setting.read',
  'SELECT name, content FROM setting WHERE name = ANY ($1::text[])',
);

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
  /** Its name in events, where that is another one. */
  idInEvents?: string | undefined;
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
  {
    name,
    idInEvents: id = name,
    preset,
    change,
    shown = (stored) => stored,
  }: SettingChange<Stored>,
  tx: Tx,
): Promise<{ stored: Stored; isChanged: boolean }> {
  await lockSettings(tx);
  const [row] = await tx.query(READ, [[name]]);
  const before = row?.content as Stored | undefined;
  const stored = await change(before, tx);
  if (isDeepStrictEqual(before ?? preset, stored)) return { stored, isChanged: false };
  await writeSetting(name, stored, tx);
  const data = { id, ...shown(stored) };
  if (before) await tx.record({ type: 'setting-updated', data, preData: { id, ...shown(before) } });
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
