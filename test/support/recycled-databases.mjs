// In JavaScript, so that it is loaded once for all files of a worker (see loader.mjs).
import pg from 'pg';
import { closeParked, parkConnectionsTo } from './parked-connections.mjs';

/** How many databases a worker keeps for later files: most use one at a time. */
const MOST_KEPT = 1;
/** Larger tables are truncated, since deleted rows would slow later files down. */
const LARGE_BYTES = 512 * 1024;

/** @typedef {{ url: string, drop: () => Promise<void> }} TestDatabase */
/** @type {TestDatabase[]} */
const kept = [];

/**
 * Prepares a database for {@link takeDatabase}: clones of it can be reset to what it contains now,
 * and know whether somebody changed their schema.
 */
export async function makeResettable(url) {
  const { pathname } = new URL(url);
  const address = new URL(process.env.TEST_SUPERUSER_URL);
  address.pathname = pathname;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    const { rows: tables } = await client.query(TABLES);
    const { rows: sequences } = await client.query(SEQUENCES);
    for (const sequence of sequences)
      Object.assign(
        sequence,
        (await client.query(`SELECT last_value, is_called FROM public."${sequence.name}"`)).rows[0],
      );
    await client.query(`
      CREATE SCHEMA test_reset;
      CREATE TABLE test_reset.schema_change (tag text);
      CREATE FUNCTION test_reset.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO test_reset.schema_change VALUES (tg_tag); END $$;
      ${tables.map(({ name }) => `CREATE TABLE test_reset."${name}" AS TABLE public."${name}";`).join('\n')}
      CREATE FUNCTION test_reset.run() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public SET session_replication_role = replica AS $$
        -- No triggers run: neither those of the service nor those of foreign keys.
        DECLARE large record;
        BEGIN
          IF EXISTS (SELECT FROM test_reset.schema_change) OR EXISTS (
            SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
             WHERE d.datname = current_database()) THEN RETURN false; END IF;
          FOR large IN
            SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
               AND relkind = 'r' AND pg_relation_size(oid) > ${LARGE_BYTES} LOOP
            EXECUTE 'TRUNCATE ' || large.name || ' CASCADE';
          END LOOP;
          ${tables.map(({ name }) => `DELETE FROM public."${name}";`).join('\n')}
          ${tables.map(restored).join('\n')}
          ${sequences.map(restarted).join('\n')}
          RETURN true;
        END $$;
      GRANT USAGE ON SCHEMA test_reset TO PUBLIC;
      CREATE EVENT TRIGGER test_reset ON ddl_command_end EXECUTE FUNCTION test_reset.note();
      CREATE EVENT TRIGGER test_reset_drop ON sql_drop EXECUTE FUNCTION test_reset.note()`);
  } finally {
    await client.end();
  }
}

/** Tables that are not partitions, with their columns that can be written. */
const TABLES = `
  SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
     AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
   GROUP BY c.relname ORDER BY c.relname`;
const SEQUENCES = `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'`;

const restored = ({ name, columns }) =>
  `INSERT INTO public."${name}" (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM test_reset."${name}";`;
const restarted = ({ name, last_value: value, is_called: isCalled }) =>
  `PERFORM setval('public."${name}"', ${value}, ${isCalled});`;

/**
 * A database as {@link makeResettable} left it: one that an earlier file of this worker has used,
 * on connections that are open already, or else a new clone.
 * @param {() => Promise<TestDatabase>} clone
 * @returns {Promise<TestDatabase>} Its `drop` keeps it for the next file, if it can be reset.
 */
export async function takeDatabase(clone) {
  const database = kept.pop() ?? (await clone());
  parkConnectionsTo(database.url);
  const discard = async () => {
    await closeParked(database.url);
    await database.drop();
  };
  return {
    url: database.url,
    drop: async () => {
      if (kept.length < MOST_KEPT && (await reset(database.url))) kept.push(database);
      else await discard();
    },
  };
}

async function reset(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'reset' });
  try {
    await client.connect();
    const { rows } = await client.query({ name: 'reset', text: 'SELECT test_reset.run() AS done' });
    return rows[0].done;
  } catch {
    return false; // what holds a lock, or has ended the session, ends with the database
  } finally {
    await client.end().catch(() => {});
  }
}
