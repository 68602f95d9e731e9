import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chown, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, USE_A_SERVER } from './embedded-postgres.error.js';

/** Whom PostgreSQL runs as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Accounts that are there to run PostgreSQL, or to own nothing else. */
const PREFERRED = ['postgres', '_postgres', 'nobody'];

/**
 * The account for the server of this data directory, or undefined to run it as ourselves.
 * PostgreSQL refuses root; and initdb refuses a uid that has no entry in the password file.
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
    `PostgreSQL must not run as root, and /etc/passwd has no other account. Start as an ordinary user. ${USE_A_SERVER}`,
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
 * Whether the account can reach a folder. Asked of the system, since modes alone do not tell (ACLs,
 * mounts, security modules).
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
 * Hands a file, or a folder with all that is in it, to the account. Links are handed over, never
 * followed.
 */
export async function handOver(path: string, account: Account | undefined): Promise<void> {
  if (!account || statSync(path).uid === account.uid) return;
  try {
    const inside = statSync(path).isDirectory() ? await readdir(path, { recursive: true }) : [];
    for (const each of inside) await lchown(join(path, each), account.uid, account.gid);
    // the top comes last: an interrupted run begins again
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
 * What to call the data directory when the program starts inside it. The account may stand in a
 * folder whose parents it may not enter (root's home is often closed): there Linux has a name for
 * it that needs no way from the top.
 */
export function dataDirFor(account: Account | undefined, dataDir: string): string {
  if (!account || canEnter(dataDir, account)) return dataDir;
  if (process.platform === 'linux' && existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `PostgreSQL must not run as root, and the account "${account.name}" cannot reach ${dataDir}. ` +
      `Start as an ordinary user, or keep the data in a folder that others may enter. ${USE_A_SERVER}`,
  );
}
