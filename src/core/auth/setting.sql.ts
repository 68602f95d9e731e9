import { statement } from '../../platform/database/statement.js';

/** Key of the advisory lock for changes of settings; the same in every instance. */
export const SETTINGS_LOCK = 4_242_015;

/** Serialises changes of settings, which may have no row yet, until the transaction ends. */
export const LOCK = statement<[]>(
  'setting.lock',
  `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK}) /* locks setup */`,
);

/** Settings with an encrypted text. */
export const READ_SEALED = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'setting.read-sealed',
  /* sql */ `
    SELECT name AS key, content::text AS content FROM setting
     WHERE content ?| '{sealedSecret,sealedKey}' AND name > $1 ORDER BY name LIMIT $2`,
);

export const REPLACE_SEALED = statement<[name: string, before: string, after: string]>(
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
