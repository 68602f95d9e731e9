import type { DataSource } from 'typeorm';
import { Logger } from '@nestjs/common';

/** The oldest major version of PostgreSQL that the service is tested with. */
const OLDEST_VERSION = 15;

/**
 * The PostgreSQL server or database cannot be used, for example because it is too old. The message
 * tells the operator what is needed.
 */
export class UnsupportedServerError extends Error {
  override readonly name = 'UnsupportedServerError';
}

/** The facts that decide whether the service can use a database. */
interface ServerState {
  version: string;
  isStandby: boolean;
  encoding: string;
  /** Whether transactions are read-only by default. */
  isReadOnly: boolean;
  database: string;
  role: string;
  searchPath: string;
  /** Schema for new tables; null when no schema of the search path exists. */
  schema: string | null;
  mayCreate: boolean | null;
}

const READ_STATE = /* sql */ `
  SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "isStandby",
         current_setting('server_encoding') AS encoding,
         current_setting('default_transaction_read_only')::boolean AS "isReadOnly",
         current_database()::text AS database, current_user::text AS role,
         current_setting('search_path') AS "searchPath", current_schema()::text AS schema,
         has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`;

/**
 * Checks that the server can be used, before anything is changed on it.
 * @throws UnsupportedServerError
 */
export async function checkServer(source: DataSource): Promise<void> {
  const [state] = await source.query<[ServerState]>(READ_STATE);
  requireServer(state.version, state.isStandby);
  requireDatabase(state);
}

/** @throws UnsupportedServerError when the server is too old, or a standby. */
export function requireServer(version: string, isStandby: boolean): void {
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    throw new UnsupportedServerError(
      `PostgreSQL ${version} is too old: version ${OLDEST_VERSION} or later is needed.`,
    );
  if (isStandby)
    throw new UnsupportedServerError(
      'DATABASE_URL leads to a standby, which refuses every write. Use the address of the primary.',
    );
}

/** @throws UnsupportedServerError when the service could not store everything, or create tables. */
function requireDatabase(state: ServerState): void {
  const { encoding, isReadOnly, database, role, searchPath, schema, mayCreate } = state;
  if (encoding !== 'UTF8')
    throw new UnsupportedServerError(
      `The database ${database} has the encoding ${encoding}, which cannot store every text. ` +
        "Create one with UTF8: CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.",
    );
  if (isReadOnly)
    throw new UnsupportedServerError(
      `default_transaction_read_only is on for the role ${role}, the database ${database} or the ` +
        'server, so PostgreSQL refuses every write. Some providers set it when the disk is ' +
        'nearly full. Set it to off.',
    );
  if (schema === null)
    throw new UnsupportedServerError(
      `No schema of the search path (${searchPath}) of the role ${role} exists in the database ` +
        `${database}. Create one, or change search_path.`,
    );
  if (!mayCreate)
    throw new UnsupportedServerError(
      `The role ${role} may not create tables in the schema ${schema} of the database ` +
        `${database}. Make it the owner (ALTER DATABASE ... OWNER TO ...), or GRANT CREATE ON ` +
        'SCHEMA ... TO ... for this schema and role.',
    );
}

/** Connections of an instance outside its pool: for notifications, and for maintenance. */
const OTHERS = 2;
/** Minimum of a pool, since a transaction looks at its caller again on another connection. */
const LEAST_POOL = 2;

const READ_ALLOWED = /* sql */ `
  SELECT LEAST(current_setting('max_connections')::int
                 - current_setting('superuser_reserved_connections')::int
                 - COALESCE(current_setting('reserved_connections', true)::int, 0),
               NULLIF(r.rolconnlimit, -1), NULLIF(d.datconnlimit, -1)) AS allowed
    FROM pg_roles r, pg_database d
   WHERE r.rolname = current_user AND d.datname = current_database()`;

/** Reads how many connections the server, the database and the role allow in total. */
export async function readAllowedConnections(source: DataSource): Promise<number> {
  const [{ allowed }] = await source.query<[{ allowed: number }]>(READ_ALLOWED);
  return allowed;
}

/**
 * The size of the pool: the configured one, or what the server allows if that is less, but at least
 * {@link LEAST_POOL}. Otherwise the classes of connections would have shares that PostgreSQL
 * refuses to open.
 */
export function poolWithin(allowed: number, wanted: number): number {
  const size = Math.max(LEAST_POOL, Math.min(wanted, allowed - OTHERS));
  if (size < wanted)
    new Logger('database').warn(
      `PostgreSQL allows ${allowed} connections, so the pool has ${size} instead of ${wanted}. ` +
        'Raise max_connections (or the limit of the role or database), or lower ' +
        'DATABASE_POOL_MAX, so that all instances have room.',
    );
  return size;
}
