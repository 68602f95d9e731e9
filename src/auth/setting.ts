import type { Tx } from '../event/tx.js';

const WRITE = /* sql */ `
  INSERT INTO setting (name, content) VALUES ($1, $2)
  ON CONFLICT ON CONSTRAINT setting_pkey DO UPDATE SET content = $2`;

/** Stores a setting, whether it existed before or not. */
export async function writeSetting(name: string, content: object, tx: Tx): Promise<void> {
  await tx.query(WRITE, [name, JSON.stringify(content)]);
}
