import { statement } from '../database/statement.js';

/** Key of the advisory lock for changes of settings; the same in every instance. */
export const SETTINGS_LOCK = 4_242_015;

/** Serialises changes of settings, which may have no row yet, until the transaction ends. */
export const LOCK = statement<[]>(
  'setting.lock',
  `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK}) /* locks setup */`,
);

export const WRITE = statement<[name: string, content: string]>(
  'setting.write',
  /* sql */ `
    INSERT INTO setting (name, content) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT setting_pkey DO UPDATE SET content = $2`,
);
