import { DatabaseError } from 'pg';
import { MoveInError } from './source.js';

/** Codes of TLS for certificates that no known authority has signed. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const WRONG_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';
/** PostgreSQL's code when `pg_hba.conf` has no line for a connection. */
const NO_ENTRY = '28000';

type Coded = Error & { code?: string };

/** Errors of several addresses of one host have a code, but no message. */
const reasonOf = ({ message, code, name }: Coded): string => message || code || name;

/** Why a database cannot be read, and what to do; without the password of its address. */
export function unreachable(url: string, error: Coded): MoveInError {
  let server: string;
  try {
    const { host, pathname } = new URL(url);
    server = `${host}${pathname}`;
  } catch {
    return new MoveInError(
      '--database must be an address like postgres://user:password@host:5432/unleash.',
    );
  }
  return new MoveInError(
    `The database of Unleash at ${server} cannot be read: ${reasonOf(error)}. ${adviceFor(error)}`,
  );
}

/** Whether a request failed because of the certificate, so that repeating it is of no use. */
export const isUntrusted = (error: Error): boolean =>
  UNTRUSTED.includes(((error.cause ?? error) as Coded).code ?? '');

/** Why a request to an address failed, and what to do. */
export function unanswered(address: string, error: Error): MoveInError {
  const cause = (error.cause ?? error) as Coded;
  const advice = isUntrusted(error)
    ? 'Set NODE_EXTRA_CA_CERTS to a file with the authority of its certificate, and repeat.'
    : 'Check the address, and repeat.';
  return new MoveInError(`${address} does not answer: ${reasonOf(cause)}. ${advice}`);
}

/** What the operator can do about an error while connecting. */
function adviceFor(error: Coded): string {
  const { code = '', message } = error;
  if (UNTRUSTED.includes(code))
    return (
      'Add sslrootcert=/path/to/ca.pem to the parameters of --database, a file with the ' +
      'authority of its certificate.'
    );
  if (code === WRONG_NAME) return 'Use the name in --database that its certificate is for.';
  if (code === 'ENOENT') return 'Check the paths in --database.';
  if (message.includes('does not support SSL')) return 'Remove sslmode from --database.';
  if (code === NO_ENTRY && message.includes('no encryption'))
    return 'Add sslmode=verify-full to the parameters of --database.';
  return error instanceof DatabaseError
    ? 'Check user, password and database in --database.'
    : 'Check its address, and whether it can be reached from here.';
}
