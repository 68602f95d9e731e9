const OWN_SCHEMA = 'current_schema()::regnamespace';

/** Partitions inherit the constraints of their table. */
const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = ${OWN_SCHEMA} ORDER BY 1, 2`;
const TABLES_WITH_TRIGGERS = `
  SELECT DISTINCT c.oid::regclass::text AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE NOT t.tgisinternal AND c.relnamespace = ${OWN_SCHEMA}`;

/**
 * Runs work without triggers and foreign keys, which take most of the time when millions of rows
 * are inserted. The role must own the tables; it need not be a superuser. Adding the foreign keys
 * again checks all rows at once.
 * @param {import('pg').Client} client In a transaction.
 * @param {() => Promise<void>} work
 */
export async function unchecked(client, work) {
  const { rows: keys } = await client.query(FOREIGN_KEYS);
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await setTriggers(client, 'DISABLE');
  await work();
  await setTriggers(client, 'ENABLE');
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

/** @param {import('pg').Client} client @param {'ENABLE' | 'DISABLE'} how */
async function setTriggers(client, how) {
  const { rows } = await client.query(TABLES_WITH_TRIGGERS);
  for (const { table } of rows) await client.query(`ALTER TABLE ${table} ${how} TRIGGER USER`);
}
