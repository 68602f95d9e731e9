import type { Tx } from '../event/tx.js';
import { WRITE } from './setting.sql.js';

/** Stores a setting, whether it existed before or not. */
export async function writeSetting(name: string, content: object, tx: Tx): Promise<void> {
  await tx.query(WRITE, [name, JSON.stringify(content)]);
}
