import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

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
