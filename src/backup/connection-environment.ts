import { Client } from 'pg';
import { extraAuthorities } from '../config/program-environment.js';
import type { DatabaseAddress } from '../database/data-source.js';

/** From this version on, the client library can use the authorities of the system. */
const SYSTEM_AUTHORITIES = 16;
const AUTHORITIES_OF_DEBIAN = '/etc/ssl/certs/ca-certificates.crt';

/** The application name of sessions of programs. */
export const PROGRAM_SESSIONS = 'feature-flag-admin backup';

/**
 * How programs of PostgreSQL reach a database, as variables of their environment, because
 * everybody on the machine can read command lines.
 * @param programVersion The major version of the program.
 */
export function connectionEnvironment(
  { url, ssl }: Pick<DatabaseAddress, 'url' | 'ssl'>,
  programVersion: number,
): Record<string, string> {
  const { host, port, user, database, password } = new Client({ connectionString: url });
  return {
    PGAPPNAME: PROGRAM_SESSIONS,
    PGHOST: host,
    PGPORT: String(port),
    ...(user ? { PGUSER: user } : {}),
    ...(database ? { PGDATABASE: database } : {}),
    ...(typeof password === 'string' && password !== '' ? { PGPASSWORD: password } : {}),
    ...encryption(url, ssl, programVersion),
  };
}

/** What the URL says has precedence over the configuration, as for the service. */
function encryption(
  url: string,
  ssl: DatabaseAddress['ssl'],
  version: number,
): Record<string, string> {
  const [, named] = /[?&]sslmode=([\w-]+)/.exec(url) ?? [];
  if (named !== undefined && named !== 'no-verify') return { PGSSLMODE: named };
  if (named === 'no-verify' || ssl === 'no-verify') return { PGSSLMODE: 'require' };
  if (ssl === false) return { PGSSLMODE: 'disable' };
  const system = version >= SYSTEM_AUTHORITIES ? 'system' : AUTHORITIES_OF_DEBIAN;
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: extraAuthorities() ?? system };
}

/** The name of the database as programs expect it on their command line; no secret. */
export function databaseArgument(url: string): string {
  const { database = '' } = new Client({ connectionString: url });
  return `--dbname=dbname='${database.replace(/[\\']/g, '\\$&')}'`;
}
