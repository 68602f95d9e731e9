import { escapeLiteral } from 'pg';
import { type Binaries, dataDirFor, runOn } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

/** The service's role. It owns the service's database and is no superuser. */
export const USER = 'unleash';
/**
 * The superuser. It has no password, so nobody can connect as it; it is only used while the server
 * is stopped.
 */
export const SUPERUSER = 'cluster_superuser';

const SUPERUSER_OID = 10;

/** Makes {@link USER} an ordinary role. */
export async function createRole(
  dataDir: string,
  binaries: Binaries,
  password: string,
): Promise<void> {
  await runAlone(dataDir, binaries, 'postgres', roleSql(password));
}

/**
 * Makes {@link USER} an ordinary role that owns every database and its objects; earlier releases
 * made it superuser. Can be repeated after an interruption. The server must be stopped.
 */
export async function secureRoles(
  dataDir: string,
  binaries: Binaries,
  password: string,
): Promise<void> {
  await createRole(dataDir, binaries, password);
  const found = await runAlone(
    dataDir,
    binaries,
    'postgres',
    `SELECT datname FROM pg_database
      WHERE NOT datistemplate AND datname <> 'postgres' AND datallowconn`,
  );
  for (const [, database] of found.matchAll(/datname = "([^"\n]+)"/g))
    await runAlone(dataDir, binaries, database!, OWNERSHIP_SQL);
}

/** A role cannot rename itself, and the bootstrap superuser cannot lose its attribute. */
function roleSql(password: string): string {
  return `DO $roles$
  DECLARE first name := (SELECT rolname FROM pg_roles WHERE oid = ${SUPERUSER_OID});
  BEGIN
    IF first <> '${SUPERUSER}' THEN
      CREATE ROLE renaming_superuser SUPERUSER;
      SET SESSION AUTHORIZATION renaming_superuser;
      EXECUTE format('ALTER ROLE %I RENAME TO ${SUPERUSER}', first);
      SET SESSION AUTHORIZATION ${SUPERUSER};
      DROP ROLE renaming_superuser;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${USER}') THEN
      CREATE ROLE ${USER};
    END IF;
    ALTER ROLE ${USER} LOGIN NOSUPERUSER CREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
      PASSWORD ${escapeLiteral(password)};
    ALTER ROLE ${SUPERUSER} PASSWORD NULL;
  END $roles$`;
}

/** Objects of extensions stay with them, and system objects with the superuser. */
const OWNERSHIP_SQL = `DO $ownership$
  DECLARE one record;
  BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO ${USER}', current_database());
    FOR one IN
      WITH own AS (
        SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
      ), object AS (
        SELECT 'pg_class'::regclass AS class, c.oid,
               format('ALTER %s %s', CASE c.relkind WHEN 'v' THEN 'VIEW'
                                                    WHEN 'm' THEN 'MATERIALIZED VIEW'
                                                    WHEN 'S' THEN 'SEQUENCE'
                                                    WHEN 'f' THEN 'FOREIGN TABLE'
                                                    ELSE 'TABLE' END, c.oid::regclass) AS change
          FROM pg_class c
         WHERE c.relnamespace IN (SELECT oid FROM own) AND c.relowner = ${SUPERUSER_OID}
           AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
           -- a sequence of a column goes with its table
           AND NOT (c.relkind = 'S'
                    AND EXISTS (SELECT FROM pg_depend d
                                 WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                                   AND d.deptype IN ('a', 'i')))
        UNION ALL
        SELECT 'pg_proc'::regclass, p.oid, format('ALTER ROUTINE %s', p.oid::regprocedure)
          FROM pg_proc p
         WHERE p.pronamespace IN (SELECT oid FROM own) AND p.proowner = ${SUPERUSER_OID}
        UNION ALL
        SELECT 'pg_type'::regclass, t.oid, format('ALTER TYPE %s', t.oid::regtype)
          FROM pg_type t
         WHERE t.typnamespace IN (SELECT oid FROM own) AND t.typowner = ${SUPERUSER_OID}
           AND t.typtype IN ('d', 'e', 'r')
        UNION ALL
        SELECT 'pg_namespace'::regclass, n.oid, format('ALTER SCHEMA %I', n.nspname)
          FROM pg_namespace n
         WHERE n.oid IN (SELECT oid FROM own) AND n.nspowner = ${SUPERUSER_OID}
           AND n.nspname <> 'public'
      )
      SELECT change FROM object o
       WHERE NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = o.class AND d.objid = o.oid AND d.deptype = 'e')
    LOOP
      EXECUTE one.change || ' OWNER TO ${USER}';
    END LOOP;
  END $ownership$`;

/** Runs SQL as superuser in a single-user server. @returns Its output. */
function runAlone(
  dataDir: string,
  { postgres, account }: Binaries,
  database: string,
  sql: string,
): Promise<string> {
  // The statements contain the password and must not be logged.
  const settings = [
    'exit_on_error=on',
    'log_min_messages=fatal',
    'log_min_error_statement=panic',
    'timezone=UTC',
    'log_timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);
  const options = ['--single', '-j', '-D', dataDirFor(account, dataDir), ...settings, database];
  return runOn(dataDir, postgres, options, account, `${sql};\n\n`).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      `The roles of the database in ${dataDir} could not be set up.`,
      error,
    );
  });
}
