import { Client } from 'pg';
import type { DatabaseAddress } from './data-source.js';
import { DatabaseUnavailableError } from './database.errors.js';
import { meaningOf, postgresErrorOf } from './postgres-errors.js';
import { tlsOf } from './watched-client.js';

/** How long a start waits for a server that does not answer, such as one that is being started. */
const UNREACHABLE_MS = 30_000;
/** The same for what a server that is being set up refuses at first. */
const REFUSED_MS = 3_000;

/**
 * The database cannot be used by a start or a command. The message says where it is looked for,
 * what is wrong and what to do, and contains no password.
 */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';

  constructor(
    message: string,
    /** How long to try again, in milliseconds; 0 when that does not help. */
    readonly patienceMs: number,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

interface Reason {
  readonly is: RegExp;
  readonly says: string;
  readonly patienceMs: number;
}

/** What an error of connecting means, by its code and its message. */
const REASONS: readonly Reason[] = [
  {
    is: /^3D000/,
    says: 'There is no database of this name. Create it with CREATE DATABASE, or correct the name.',
    patienceMs: REFUSED_MS,
  },
  {
    is: /^28000.*(no encryption|SSL off)/,
    says: 'The server accepts only connections with TLS. Set DATABASE_SSL=true.',
    patienceMs: 0,
  },
  {
    is: /^28/,
    says: 'The server refuses the user or the password. Correct them.',
    patienceMs: REFUSED_MS,
  },
  {
    is: /does not support SSL/,
    says: 'The server has no TLS. Set DATABASE_SSL=false, or turn TLS on there.',
    patienceMs: 0,
  },
  {
    is: /CERT|UNABLE_TO_(VERIFY|GET)|ALTNAME|self-signed/,
    says:
      'The certificate of the server is not trusted. Name a file with its authority in ' +
      'NODE_EXTRA_CA_CERTS, or give up verification with ' +
      'DATABASE_SSL={"rejectUnauthorized": false}.',
    patienceMs: 0,
  },
  {
    is: /^(ENOTFOUND|EAI_AGAIN)/,
    says: 'The name of the server is not found. Correct the name, or its entry in DNS.',
    patienceMs: UNREACHABLE_MS,
  },
  {
    is: /^ECONNREFUSED/,
    says: 'Nothing listens there. Start PostgreSQL, or correct the address.',
    patienceMs: UNREACHABLE_MS,
  },
  {
    is: /timeout|timed out|^ETIMEDOUT|^E(HOST|NET)UNREACH/i,
    says: 'Nothing answers there. Correct the address, or let a firewall pass connections.',
    patienceMs: UNREACHABLE_MS,
  },
  {
    is: /^53300/,
    says: 'The server has no connection left. Raise max_connections, or lower DATABASE_POOL_MAX.',
    patienceMs: UNREACHABLE_MS,
  },
];

/** What an error of connecting means for a start; undefined when it is another error. */
export function startFailure(
  error: unknown,
  { url }: Pick<DatabaseAddress, 'url'>,
): DatabaseStartError | undefined {
  const { code = '', message = '' } = postgresErrorOf(error) ?? {};
  const found = REASONS.find(({ is }) => is.test(`${code} ${message}`));
  if (!found && !(meaningOf(error) instanceof DatabaseUnavailableError)) return undefined;
  const { says, patienceMs } = found ?? { says: '', patienceMs: UNREACHABLE_MS };
  const parts = [`PostgreSQL at ${placeOf(url)} cannot be used.`, says, message && `(${message})`];
  return new DatabaseStartError(parts.filter(Boolean).join(' '), patienceMs, error);
}

/** Where an address leads, without its password. */
export function placeOf(url: string): string {
  const { host, port, database = '', user = '' } = new Client({ connectionString: url });
  return `${host}:${port}, database "${database}", user "${user}",`;
}

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;

/** How long a command waits for a connection. */
const COMMAND_MS = 5_000;

/** Whether PostgreSQL accepts a connection within a time limit. Never rejects. */
export function isReachable(address: Address, milliseconds: number): Promise<boolean> {
  return probe(address, milliseconds).then(
    () => true,
    () => false,
  );
}

/** @throws DatabaseStartError when a command cannot connect; other errors as they are. */
export async function requireReachable(address: Address): Promise<void> {
  try {
    await probe(address, COMMAND_MS);
  } catch (error) {
    throw startFailure(error, address) ?? error;
  }
}

async function probe({ url, ssl }: Address, milliseconds: number): Promise<void> {
  const client = new Client({
    connectionString: url,
    ssl: tlsOf(ssl),
    application_name: 'feature-flag-admin probe',
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT');
  } finally {
    void client.end().catch(() => undefined);
  }
}
