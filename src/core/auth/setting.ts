import type { Tx } from '../event/tx.js';
import { LOCK, WRITE } from './setting.sql.js';

/** Serialises changes of settings on all instances until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query(LOCK);
}

/** Stores a setting, whether it existed before or not. */
export async function writeSetting(name: string, content: object, tx: Tx): Promise<void> {
  await tx.query(WRITE, [name, JSON.stringify(content)]);
}
