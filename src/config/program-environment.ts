/** Variables that programs of PostgreSQL get from the environment of the service. */
const PASSED_ON = [
  'HOME',
  'LANG',
  'LC_ALL',
  'PATH',
  'PGPASSFILE',
  'PGPASSWORD',
  'PGSSLCERT',
  'PGSSLKEY',
  'PGSSLROOTCERT',
  'TMPDIR',
  'TZ',
];

/**
 * The environment of a program of PostgreSQL: how to reach the database, and little else, so that
 * it learns no secrets of the service.
 */
export function programEnvironment(connection: Readonly<Record<string, string>>): {
  [name: string]: string | undefined;
} {
  const passed = PASSED_ON.map((name) => [name, process.env[name]] as const);
  return { ...Object.fromEntries(passed), ...connection };
}

/** The file with certificates of authorities that Node trusts besides its own, if there is one. */
export const extraAuthorities = (): string | undefined =>
  process.env['PGSSLROOTCERT'] ?? process.env['NODE_EXTRA_CA_CERTS'];

/** The token of the command line `flags`, which runs other commands with it. */
export const tokenOfCommandLine = (): string | undefined => process.env['FLAGS_TOKEN'];
