import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';

/** The oldest major version of PostgreSQL that the service is tested with. */
const OLDEST_VERSION = 15;

/**
 * The PostgreSQL server or database cannot be used, for example because it is too old. The message
 * tells the operator what is needed.
 */
export class UnsupportedServerError extends Error {
  override readonly name = 'UnsupportedServerError';
}

/**
 * Checks that the server can be used, before anything is changed on it.
 * @throws UnsupportedServerError when it is too old, or a standby, which refuses every write.
 */
export async function checkServer(source: DataSource): Promise<void> {
  const [server] = await source.query<[{ version: string; standby: boolean }]>(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby`,
  );
  requireServer(server.version, server.standby);
}

/** @throws UnsupportedServerError */
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

/**
 * Switches just-in-time compilation off for the role of the service in its database. Compiling a
 * statement takes up to seconds, and these statements run for milliseconds. A setting of the role
 * applies to every new session, also behind a pooler that refuses start-up parameters, and any role
 * may change its own settings.
 */
export async function switchJitOff(source: DataSource): Promise<void> {
  const [{ on }] = await source.query<[{ on: boolean }]>(
    `SELECT current_setting('jit')::boolean AS on`,
  );
  if (!on) return;
  try {
    await source.query(`
      DO $$ BEGIN
        EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET jit = off', current_database());
      END $$`);
  } catch (error) {
    new Logger('database').warn(
      'Just-in-time compilation of PostgreSQL could not be switched off, which makes some ' +
        `requests slow (${(error as Error).message}). Set jit = off for the role of the service.`,
    );
  }
}
