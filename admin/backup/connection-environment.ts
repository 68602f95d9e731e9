import { Client } from 'pg';
import type { DatabaseAddress } from '../../src/platform/database/data-source.js';

/** From this version on, the client library can use the authorities of the system. */
const SYSTEM_AUTHORITIES = 16;
const AUTHORITIES_OF_DEBIAN = '/etc/ssl/certs/ca-certificates.crt';

/** The application name of sessions of programs. */
export const PROGRAM_SESSIONS = 'feature-flag-admin backup';

/**
 * Environment variables with which programs of PostgreSQL connect to a database. They are no
 * arguments, because everybody on the machine can read command lines.
 * @param programVersion The major version of the program.
 * @param environment May name files with authorities that Node trusts besides its own.
 */
export function connectionEnvironment(
  { url, ssl }: Pick<DatabaseAddress, 'url' | 'ssl'>,
  programVersion: number,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  const { host, port, user, database, password } = new Client({ connectionString: url });
  return {
    PGAPPNAME: PROGRAM_SESSIONS,
    PGHOST: host,
    PGPORT: String(port),
    ...(user ? { PGUSER: user } : {}),
    ...(database ? { PGDATABASE: database } : {}),
    ...(typeof password === 'string' && password !== '' ? { PGPASSWORD: password } : {}),
    ...encryption(url, ssl, programVersion, environment),
  };
}

/** What the URL says has precedence over the configuration, as for the service. */
function encryption(
  url: string,
  ssl: DatabaseAddress['ssl'],
  version: number,
  { PGSSLROOTCERT: given, NODE_EXTRA_CA_CERTS: extra }: NodeJS.ProcessEnv,
): Record<string, string> {
  const [root, PGSSLCERT, PGSSLKEY] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) =>
    parameterOf(url, name),
  );
  const files = { ...(PGSSLCERT ? { PGSSLCERT } : {}), ...(PGSSLKEY ? { PGSSLKEY } : {}) };
  const hasFiles = [root, PGSSLCERT, PGSSLKEY].some(Boolean);
  const named = parameterOf(url, 'sslmode') ?? (hasFiles ? 'verify-full' : undefined);
  if (named === 'disable' || (named === undefined && ssl === false))
    return { PGSSLMODE: 'disable' };
  if (named === 'no-verify' || (named === undefined && ssl === 'no-verify'))
    return { PGSSLMODE: 'require', ...files };
  // The driver of the service verifies in all other modes, so programs must not do less.
  const system = version >= SYSTEM_AUTHORITIES ? 'system' : AUTHORITIES_OF_DEBIAN;
  const PGSSLROOTCERT = root ?? given ?? extra ?? system;
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT, ...files };
}

/** A parameter of a URL of PostgreSQL, whose other parts need not be those of a web address. */
function parameterOf(url: string, name: string): string | undefined {
  const value = new URLSearchParams(url.split('?')[1] ?? '').get(name);
  return value === null || value === '' ? undefined : value;
}

/** The name of the database as programs expect it on their command line; no secret. */
export function databaseArgument(url: string): string {
  const { database = '' } = new Client({ connectionString: url });
  return `--dbname=dbname='${database.replace(/[\\']/g, '\\$&')}'`;
}
