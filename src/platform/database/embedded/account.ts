import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';

/** The operating system account that PostgreSQL runs as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Preferred accounts: those made for PostgreSQL, or that own nothing else. */
const PREFERRED = ['postgres', '_postgres', 'nobody'];

/**
 * Chooses the account for the server of this data directory; undefined to run it as the current
 * user. PostgreSQL refuses to run as root, and initdb refuses a uid without an entry in the
 * password file.
 */
export function serverAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = ordinaryAccounts();
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const account =
    accounts.find(({ uid }) => uid === owner) ??
    PREFERRED.map((name) => accounts.find((each) => each.name === name)).find((each) => each) ??
    accounts[0];
  if (account) return account;
  throw new EmbeddedPostgresError(
    'PostgreSQL must not run as root, and /etc/passwd has no other account. Start as an ' +
      `ordinary user. ${USE_A_SERVER}`,
  );
}

function ordinaryAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

/**
 * Options for spawning a program as the account. Node drops root's supplementary groups along with
 * the uid.
 */
export function commandAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * Whether the account can enter a folder. Asks the system, because ACLs, mounts and security
 * modules matter besides the mode.
 */
export function canEnter(folder: string, account: Account | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
      ...commandAs(account),
      cwd: '/',
      stdio: 'ignore',
    }).status === 0
  );
}

/**
 * Changes the owner of a file, or of a folder with its contents, to the account. Symbolic links are
 * not followed.
 */
export async function handOver(path: string, account: Account | undefined): Promise<void> {
  if (!account || statSync(path).uid === account.uid) return;
  try {
    const inside = statSync(path).isDirectory() ? await readdir(path, { recursive: true }) : [];
    for (const each of inside) await lchown(join(path, each), account.uid, account.gid);
    // The top folder comes last, so that an interrupted run starts again.
    await chown(path, account.uid, account.gid);
  } catch (error) {
    const advice = `Start as an ordinary user. ${USE_A_SERVER}`;
    throw new EmbeddedPostgresError(
      `Root could not hand ${path} to the account "${account.name}". ${advice}`,
      error,
    );
  }
}

/**
 * The path of the data directory for a program that starts inside it. The account may be unable to
 * enter a parent folder, such as root's home; on Linux, `/proc/self/cwd` works without them.
 */
export function dataDirFor(account: Account | undefined, dataDir: string): string {
  if (!account || canEnter(dataDir, account)) return dataDir;
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `PostgreSQL must not run as root, and the account "${account.name}" cannot reach ${dataDir}. ` +
      'Start as an ordinary user, or keep the data in a folder that others may enter. ' +
      `${USE_A_SERVER}`,
  );
}
